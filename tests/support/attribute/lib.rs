//! `#[test]` for tests that need programs which a machine may lack. The harness of the standard library does not let a test say
//! while it runs that it is skipped, so the body is called by `crate::needs::run`, which knows.

use proc_macro::{Delimiter, Group, Literal, TokenStream, TokenTree};

/// A test whose body may end early by a function of `crate::needs`; then it counts as passed, and is told of at the end.
#[proc_macro_attribute]
pub fn test(_arguments: TokenStream, function: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = function.into_iter().collect();
    let body = tokens.pop().expect("a function has a body");
    let source = TokenTree::Literal(Literal::string(&body.to_string()));
    let is_fn = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word.to_string() == "fn");
    let name = tokens.iter().skip_while(|token| !is_fn(token)).nth(1).expect("a function has a name");
    let name = format!("concat!(module_path!(), \"::{name}\"),");
    let arguments =
        parsed(&name).chain(parsed("||")).chain([body]).chain(parsed(",")).chain([source]).collect();
    let call = parsed("crate::needs::run").chain([group(Delimiter::Parenthesis, arguments)]).collect();
    parsed("#[::core::prelude::v1::test]").chain(tokens).chain([group(Delimiter::Brace, call)]).collect()
}

fn group(delimiter: Delimiter, tokens: TokenStream) -> TokenTree {
    TokenTree::Group(Group::new(delimiter, tokens))
}

fn parsed(text: &str) -> impl Iterator<Item = TokenTree> {
    text.parse::<TokenStream>().expect("these are tokens").into_iter()
}
