//! Rows from the database, read value by value.

use super::engine::StoreError;
use super::value::Value;

/// A row; its values are taken in their order.
pub(super) struct Row(std::vec::IntoIter<Value>);

pub(super) trait FromValue: Sized {
    /// The value. `None` if it is of another kind.
    fn of(value: Value) -> Option<Self>;
}

impl Row {
    pub(super) fn only(rows: Vec<Vec<Value>>) -> Row {
        Row(rows.into_iter().next().unwrap_or_default().into_iter())
    }

    /// Each row, read by `read`.
    pub(super) fn each<T>(
        rows: Vec<Vec<Value>>,
        read: impl Fn(&mut Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        rows.into_iter().map(|row| read(&mut Row(row.into_iter()))).collect()
    }

    /// The next value.
    /// Fails if there is none, or of another kind.
    pub(super) fn take<T: FromValue>(&mut self) -> Result<T, StoreError> {
        let malformed = || StoreError::Malformed("another kind of row");
        self.0.next().and_then(T::of).ok_or_else(malformed)
    }
}

/// A value of a type, from the next values of a row, in the order of the fields.
macro_rules! taken {
    ($row:ident, $type:ident { $($field:ident),* }) => {
        Ok($type { $($field: $row.take()?),* })
    };
}

pub(super) use taken;

impl FromValue for i64 {
    fn of(value: Value) -> Option<i64> {
        if let Value::Int(number) = value { Some(number) } else { None }
    }
}

impl FromValue for bool {
    fn of(value: Value) -> Option<bool> {
        i64::of(value).map(|number| number == 1)
    }
}

impl FromValue for String {
    fn of(value: Value) -> Option<String> {
        if let Value::Text(text) = value { Some(text) } else { None }
    }
}

impl FromValue for Vec<u8> {
    fn of(value: Value) -> Option<Vec<u8>> {
        if let Value::Bytes(bytes) = value { Some(bytes) } else { None }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn of(value: Value) -> Option<Option<T>> {
        if value == Value::Null { Some(None) } else { T::of(value).map(Some) }
    }
}
