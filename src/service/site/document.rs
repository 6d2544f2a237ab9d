//! The description of the interface for programs, in `OpenAPI` 3.1.

use serde_json::{Map, Value, json};

use super::operation::Operation;
use super::schema::Schemas;

/// The description of an interface of these operations.
pub(super) fn document(operations: &[Operation]) -> Value {
    let (mut schemas, mut paths) = (Schemas::new(), Map::new());
    for operation in operations {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation.describe(&mut schemas);
    }
    let about = "A judging service for console programs.";
    let token =
        json!({ "type": "http", "scheme": "bearer", "description": "A token made by `judge token`." });
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Judge", "version": "1", "description": about },
        "paths": paths,
        "components": { "schemas": schemas.named(), "securitySchemes": { "token": token } },
    })
}
