//! What reports and saved runs say, in the form of the file. These types are separate from the judge's own, so that a file does
//! not change when those do; the schemas are made from them. A field that is added to one of the judge's types must be written or
//! left out here, or it does not compile.

mod bytes;
mod candidate_report;
mod conditions;
mod conversion;
mod execution;
mod failure;

pub(super) use bytes::BytesDto;
pub(super) use candidate_report::{CandidateReportDto, RunsDto};
pub(super) use conditions::ConditionsDto;
pub(super) use conversion::Form;
pub(super) use execution::ExecutionDto;
pub(super) use failure::CrashDto;
