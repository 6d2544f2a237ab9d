//! The memory of a module. A module that asks for too much is ended instead of refused, so that the verdict
//! does not depend on whether the program looks at the answer.

use wasmi::ResourceLimiter;
use wasmi_core::LimiterError;

/// The size of a table's entry, in bytes.
const ENTRY: u64 = 16;

/// How much memory a run uses, and its limit.
#[derive(Debug)]
pub(super) struct Memory {
    limit: u64,
    /// All its memories and tables together, in bytes; they never shrink.
    pub(super) size: u64,
    /// Whether it asked for more than it may have.
    pub(super) is_beyond: bool,
}

impl Memory {
    /// Nothing used yet of this many bytes.
    pub(super) fn new(limit: u64) -> Memory {
        Memory { limit, size: 0, is_beyond: false }
    }

    /// Grows by this many entries of a size. A request beyond the module's own maximum fails, and costs
    /// nothing.
    fn grow(&mut self, from: usize, to: usize, most: Option<usize>, size: u64) -> Result<bool, LimiterError> {
        if most.is_some_and(|most| to > most) {
            return Ok(false);
        }
        self.size = self.size.saturating_add(((to - from) as u64).saturating_mul(size));
        self.is_beyond |= self.size > self.limit;
        if self.is_beyond { Err(LimiterError::ResourceLimiterDeniedAllocation) } else { Ok(true) }
    }
}

impl ResourceLimiter for Memory {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> Result<bool, LimiterError> {
        self.grow(current, desired, maximum, 1)
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> Result<bool, LimiterError> {
        self.grow(current, desired, maximum, ENTRY)
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        usize::MAX
    }

    fn memories(&self) -> usize {
        usize::MAX
    }
}
