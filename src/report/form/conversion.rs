//! How forms are made, and read again.

use std::time::Duration;

use crate::execution::{FeedMode, Level, Stream};
use crate::suite::InputFormat;
use crate::verdict::Verdict;

/// A form in a file.
pub(in crate::report) trait Form: Sized {
    /// What it is the form of.
    type Own;

    /// The form of this.
    fn of(own: Self::Own) -> Self;

    /// What it is the form of.
    fn own(self) -> Self::Own;
}

/// Makes a type the form of another with the same fields.
macro_rules! form_of_fields {
    ($form:ident, $own:ident { $($field:ident),* $(,)? }) => {
        impl Form for $form {
            type Own = $own;

            fn of($own { $($field),* }: $own) -> $form {
                $form { $($field: Form::of($field)),* }
            }

            fn own(self) -> $own {
                let $form { $($field),* } = self;
                $own { $($field: $field.own()),* }
            }
        }
    };
}

/// Makes a type the form of another with the same variants.
macro_rules! form_of_variants {
    ($form:ident, $own:ident { $($variant:ident $(($value:ident))? $({ $($field:ident),* })?),* $(,)? }) => {
        impl Form for $form {
            type Own = $own;

            fn of(own: $own) -> $form {
                match own { $(
                    $own::$variant $(($value))? $({ $($field),* })? =>
                        $form::$variant $((Form::of($value)))? $({ $($field: Form::of($field)),* })?,
                )* }
            }

            fn own(self) -> $own {
                match self { $(
                    $form::$variant $(($value))? $({ $($field),* })? =>
                        $own::$variant $(($value.own()))? $({ $($field: $field.own()),* })?,
                )* }
            }
        }
    };
}

pub(in crate::report) use {form_of_fields, form_of_variants};

/// What is written as it is.
macro_rules! own_form {
    ($($type:ty),*) => { $(
        impl Form for $type {
            type Own = $type;

            fn of(own: $type) -> $type {
                own
            }

            fn own(self) -> $type {
                self
            }
        }
    )* };
}

own_form!(bool, i32, u32, u64, usize, String, Duration, Verdict, InputFormat, FeedMode, Level, Stream);

impl<F: Form> Form for Option<F> {
    type Own = Option<F::Own>;

    fn of(own: Option<F::Own>) -> Option<F> {
        own.map(F::of)
    }

    fn own(self) -> Option<F::Own> {
        self.map(F::own)
    }
}

impl<F: Form> Form for Vec<F> {
    type Own = Vec<F::Own>;

    fn of(own: Vec<F::Own>) -> Vec<F> {
        own.into_iter().map(F::of).collect()
    }

    fn own(self) -> Vec<F::Own> {
        self.into_iter().map(F::own).collect()
    }
}
