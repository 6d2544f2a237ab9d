//! `judge check` for a class: what its students have handed in, for one exercise or several.

use std::path::PathBuf;

use super::super::challenge::open;
use super::super::{BAD, FAILED, Failure, GOOD, INTERRUPTED, at, failure, save};
use super::check::{CheckArguments, exit_code};
use super::conditions::judging;
use super::form::give;
use judging::catalogue::SuiteChoice;
use judging::dialect::Dialect;
use judging::files::name_of;
use judging::golf::{ClassWork, HandedIn, Preparation, Toolchain, handed_in};
use judging::process::Interrupt;
use judging::report::{Format, MarkSheet, MarkedExercise, Outcome, Progress};
use judging::runner::Settings;

/// Marks a class.
pub(super) fn mark(arguments: &CheckArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let CheckArguments { form, marking, paths, played, parallel, save: saved, shard, .. } = arguments;
    let format = form.class_format()?;
    if saved.is_some() || shard.is_some() {
        return Err(failure(
            "`--save` and `--shard` are for one exercise; a class has `--out` and `--feedback`",
        ));
    }
    form.try_out([])?;
    if paths.is_empty() {
        return Err(failure(
            "name the folder with what was handed in: `judge check --challenge week1 handed-in`",
        ));
    }
    if let Some(file) = paths.iter().find(|path| !path.is_dir()) {
        return Err(failure(format!(
            "{}: not a folder; a class is marked by folders with what was handed in",
            file.display()
        )));
    }
    let folders = &played.which.challenge;
    let names: Vec<_> = folders.iter().map(|folder| name_of(folder)).collect();
    if let Some(twice) =
        names.iter().enumerate().find_map(|(place, name)| names[..place].contains(name).then_some(name))
    {
        return Err(failure(format!("two challenges are called {twice}; rename the folder of one")));
    }
    let dialects = if folders.is_empty() {
        let dialect = played.which.challenge()?;
        vec![(dialect.name().to_owned(), dialect)]
    } else {
        let opened = names.into_iter().zip(folders).map(|(name, folder)| Ok((name, open(folder)?)));
        opened.collect::<Result<_, Failure>>()?
    };
    let ClassWork { all, without, notes, .. } =
        handed_in(paths, &dialects, &parallel.running.tools.languages()?)?;
    let wanted = dialects.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    if all.is_empty() {
        return Err(failure(format!(
            "nothing was handed in: there are no folders or files called {wanted} in those of students"
        )));
    }
    if !without.is_empty() {
        anstream::eprintln!(
            "judge: no folders or files called {wanted} in the folders of: {}",
            without.join(", ")
        );
    }
    notes.iter().for_each(|note| anstream::eprintln!("judge: {note}"));
    let mut exercises = Vec::new();
    for (place, named) in dialects.into_iter().enumerate() {
        let own: Vec<_> = all.iter().filter(|one| one.exercise == place).cloned().collect();
        exercises.push(exercise(arguments, folders.get(place), named, own, interrupt)?);
        if interrupt.is_raised() {
            break;
        }
    }
    let outcomes: Vec<_> = exercises.iter().map(|one| one.record.outcome()).collect();
    let class = MarkSheet::new(exercises, without, marking.due);
    give(form.out(), |view| match format {
        Format::Csv => class.csv(),
        Format::Html => class.html(),
        _ => class.table(view.columns),
    })?;
    if let Some(folder) = &marking.feedback {
        std::fs::create_dir_all(folder).map_err(at(folder))?;
        class.feedback().into_iter().try_for_each(|(name, page)| save(&folder.join(name), page))?;
    }
    let has = |outcome| outcomes.contains(&outcome);
    Ok(match () {
        () if interrupt.is_raised() || has(Outcome::Interrupted) => INTERRUPTED,
        () if has(Outcome::JudgeError) => FAILED,
        () if outcomes.iter().all(|outcome| *outcome == Outcome::Nothing) => {
            return exit_code(Outcome::Nothing);
        }
        () if has(Outcome::Failed) || has(Outcome::Nothing) => BAD,
        () => GOOD,
    })
}

/// Marks one exercise.
fn exercise(
    arguments: &CheckArguments,
    folder: Option<&PathBuf>,
    (name, dialect): (String, Dialect),
    own: Vec<HandedIn>,
    interrupt: &Interrupt,
) -> Result<MarkedExercise, Failure> {
    let CheckArguments { form, marking, played, parallel, budget, .. } = arguments;
    let running = &parallel.running;
    let usual = Settings::new(&dialect, running.tools.isolation()?);
    let settings = arguments.applied_to(played.applied_to(parallel, usual)?);
    let isolation = settings.conditions.isolation.clone();
    let toolchain = Toolchain::new(interrupt).isolated(&isolation);
    let suites = SuiteChoice { fixtures: folder.cloned(), budget: *budget, ..played.suites(&settings) };
    let judging = judging(settings, &suites, running, &toolchain)?;
    let preparation = Preparation { toolchain: &toolchain, languages: &judging.languages, shard: None };
    let programs = own.iter().map(|one| preparation.handed_in(&one.path, &name, &dialect));
    let programs = programs.collect::<Result<Vec<_>, _>>()?;
    let mut progress = Progress::new(dialect.noun());
    let (record, kept) = judging.run_changed(&programs, &toolchain, &mut progress, marking.again)?;
    if kept > 0 {
        anstream::eprintln!(
            "judge: {name}: {kept} of {} as before (--again judges them again)",
            programs.len()
        );
    }
    Ok(MarkedExercise::new(&name, record, own, form.points))
}
