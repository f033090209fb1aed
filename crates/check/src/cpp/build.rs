//! Compiles a class with the driver, as far as it can be compiled, and keeps what was built.

use super::class::{Class, Operation};
use super::compiler::{Compiler, argument};
use super::diagnostics::{self, Diagnostics};
use super::folder::Folder;
use super::sanitizer::FOLDER_MARK;
use crate::sandbox::{End, Run, Sandbox, SandboxError};
use crate::sandbox_pool::{Deadline, Lanes};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

const COMMON_NAME: &str = "parlor_common.hpp";
const COMMON: &str = include_str!("driver/common.hpp");
/// The language versions that are tried, in this order.
const STANDARDS: [&str; 2] = ["gnu++17", "gnu++20"];
/// The most builds that are kept.
const MOST_KEPT: usize = 200;

/// What is there after compiling.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Build {
    /// The program, if there is one.
    pub(super) driver: PathBuf,
    /// The first error in the class's own files, with its code. Then there is no program.
    pub(super) error: Option<String>,
    /// How many errors there are.
    pub(super) errors: usize,
    /// Warnings about the class's own files.
    pub(super) warnings: Vec<String>,
    /// Names that are declared but not defined, with the keys of their operations.
    pub(super) undefined: Vec<String>,
    pub(super) without: Vec<String>,
    /// Names that are defined more than once.
    pub(super) multiple: Vec<String>,
}

/// Why nothing could be built, other than by an error of the class.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The sandbox failed.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// A file can't be written.
    #[error("cannot write to {folder}: {reason}")]
    Write {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: io::Error,
    },
}

/// Builds programs of one class in one folder.
pub(super) struct Builder<'a> {
    pub(super) compiler: &'a Compiler,
    pub(super) folder: &'a Folder,
    pub(super) cache: &'a Path,
}

impl Builder<'_> {
    /// Compiles and links the class with the driver. With `ignores_access` the driver may use private members.
    pub(super) fn build<C: Class>(
        &self,
        lanes: &mut Lanes,
        ignores_access: bool,
    ) -> Result<Build, BuildError> {
        let failed = |reason| BuildError::Write { folder: self.cache.to_path_buf(), reason };
        fs::create_dir_all(self.cache).map_err(failed)?;
        let cache = self.cache.canonicalize().map_err(failed)?;
        let kept = cache.join(self.key::<C>(ignores_access));
        if let Some(build) =
            fs::read(kept.join("build.json")).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok())
        {
            return Ok(Build { driver: kept.join("driver"), ..build });
        }
        let work = tempfile::Builder::new().prefix("building-").tempdir_in(&cache).map_err(failed)?;
        let mut first = None;
        for standard in STANDARDS {
            let common = self.common(&cache, standard, lanes.any())?;
            let step = Step { builder: self, work: work.path(), common, standard, ignores_access };
            let build = step.build::<C>(lanes)?;
            if build.error.is_none() {
                let json = serde_json::to_vec(&build).map_err(|error| failed(error.into()))?;
                fs::write(work.path().join("build.json"), json).map_err(failed)?;
                // Another check of the same class may have been faster.
                let _ = fs::rename(work.keep(), &kept);
                self.forget_oldest();
                return Ok(Build { driver: kept.join("driver"), ..build });
            }
            first.get_or_insert(build);
        }
        Ok(first.unwrap_or_default())
    }

    /// Writes the common part of the driver and compiles it once for all classes, where the compiler can use that:
    /// GCC falls back on the text if the flags are others. Returns its folder.
    fn common(&self, cache: &Path, standard: &str, sandbox: &mut Sandbox) -> Result<PathBuf, BuildError> {
        let flags = self.compiler.flags(standard);
        let name = hash([self.compiler.version.as_bytes(), flags.join(" ").as_bytes(), COMMON.as_bytes()]);
        let folder = cache.join(format!("common-{name}"));
        if folder.exists() {
            return Ok(folder);
        }
        let failed = |reason| BuildError::Write { folder: cache.to_path_buf(), reason };
        let work = tempfile::Builder::new().prefix("building-").tempdir_in(cache).map_err(failed)?;
        let header = work.path().join(COMMON_NAME);
        fs::write(&header, COMMON).map_err(failed)?;
        if !self.compiler.version.contains("clang") {
            let compiled = argument(&work.path().join(format!("{COMMON_NAME}.gch")));
            let words = ["-x".into(), "c++-header".into(), argument(&header), "-o".into(), compiled];
            self.compiler.run(sandbox, &[flags, words.to_vec()].concat(), "")?;
        }
        let _ = fs::rename(work.keep(), &folder);
        Ok(folder)
    }

    fn key<C: Class>(&self, ignores_access: bool) -> String {
        let flags = self.compiler.flags(STANDARDS[0]).join(" ");
        let access = if ignores_access { "all" } else { "public" };
        let words = [&self.compiler.version, &flags, COMMON, C::DRIVER, access].map(str::as_bytes);
        let files = self.folder.files.iter();
        let files = files.flat_map(|(path, bytes)| [path.as_os_str().as_encoded_bytes(), bytes.as_slice()]);
        hash(words.into_iter().chain(files))
    }

    fn forget_oldest(&self) {
        let Ok(entries) = fs::read_dir(self.cache) else { return };
        let mut builds: Vec<_> = entries
            .flatten()
            .filter(|entry| !entry.file_name().to_string_lossy().starts_with("common-"))
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        builds.sort();
        for (_, path) in builds.iter().take(builds.len().saturating_sub(MOST_KEPT)) {
            let _ = fs::remove_dir_all(path);
        }
    }
}

/// One attempt in one version of the language.
struct Step<'a> {
    builder: &'a Builder<'a>,
    work: &'a Path,
    /// The folder of the driver's common part.
    common: PathBuf,
    standard: &'a str,
    ignores_access: bool,
}

impl Step<'_> {
    fn build<C: Class>(&self, lanes: &mut Lanes) -> Result<Build, BuildError> {
        let folder = self.builder.folder;
        let mut jobs: Vec<Vec<String>> = folder
            .sources
            .iter()
            .enumerate()
            .map(|(at, source)| {
                let mut words = self.flags();
                if source.has_main {
                    words.push("-Dmain=__attribute__((weak)) main".into());
                }
                words.extend([
                    "-c".into(),
                    argument(&folder.root.join(&source.path)),
                    "-o".into(),
                    self.object(at),
                ]);
                words
            })
            .collect();
        self.write_driver::<C>(&[])?;
        jobs.push(self.driver_words());
        let runs = self.compile_all(lanes, &jobs)?;
        let prefix = format!("{}/", argument(&folder.root));
        let mut build = Build::default();
        for run in &runs {
            let said = self.said(run, &prefix);
            build
                .warnings
                .extend(said.warnings.into_iter().filter(|text| !text.contains("parlor_driver.cpp")));
            build.errors += said.errors;
            if run.end != End::Exited(0) && build.error.is_none() {
                build.error =
                    Some(said.first_error.unwrap_or_else(|| "the compiler did not come to an end".into()));
            }
        }
        build.warnings.sort();
        build.warnings.dedup();
        if build.error.is_none() {
            self.link::<C>(lanes.any(), &mut build)?;
        }
        Ok(build)
    }

    /// Links the program. Operations without a definition are taken out of the driver.
    fn link<C: Class>(&self, sandbox: &mut Sandbox, build: &mut Build) -> Result<(), BuildError> {
        let compiler = self.builder.compiler;
        let mut allows_multiple = false;
        for _ in 0..4 {
            let mut words: Vec<String> = vec!["-o".into(), argument(&self.work.join("driver"))];
            words.extend(compiler.flags(self.standard));
            words.extend((0..self.builder.folder.sources.len()).map(|at| self.object(at)));
            words.push(argument(&self.work.join("driver.o")));
            if allows_multiple {
                words.push("-Wl,-z,muldefs".into());
            }
            let run = compiler.run(sandbox, &words, "")?;
            if run.end == End::Exited(0) {
                return Ok(());
            }
            let text = String::from_utf8_lossy(&run.stderr).into_owned();
            let problems = diagnostics::read_linker(&text);
            let new: Vec<&Operation> = C::OPERATIONS
                .iter()
                .filter(|operation| !build.without.iter().any(|key| key == operation.key))
                .filter(|operation| {
                    let namespace = format!("{}::", self.builder.folder.namespace);
                    let starts = |name: &String| {
                        let own = name.strip_prefix(&namespace).unwrap_or(name);
                        !operation.symbol.is_empty() && own.starts_with(operation.symbol)
                    };
                    problems.undefined.iter().any(starts)
                })
                .collect();
            let has_new_multiple = !problems.multiple.is_empty() && !allows_multiple;
            if new.is_empty() && !has_new_multiple {
                build.undefined.extend(problems.undefined);
                build.error = Some(shortened(&text));
                return Ok(());
            }
            allows_multiple |= has_new_multiple;
            build.multiple.extend(problems.multiple);
            build.undefined.extend(problems.undefined);
            if !new.is_empty() {
                build.without.extend(new.iter().map(|operation| operation.key.to_string()));
                self.write_driver::<C>(&build.without)?;
                compiler.run(sandbox, &self.driver_words(), "")?;
            }
        }
        build.error = Some("the program cannot be linked".into());
        Ok(())
    }

    /// Runs compilers side by side, as many as there are lanes.
    fn compile_all(&self, lanes: &mut Lanes, jobs: &[Vec<String>]) -> Result<Vec<Run>, SandboxError> {
        let compiler = self.builder.compiler;
        let runs: Mutex<Vec<Option<Run>>> = Mutex::new(jobs.iter().map(|_| None).collect());
        // The driver is the last job and takes longest: it starts first.
        let at = |number: usize| jobs.len() - 1 - number;
        let work =
            |sandbox: &mut Sandbox, number: usize| compiler.run(sandbox, &jobs[at(number)], "").map(Some);
        lanes.run(jobs.len(), &Deadline::default(), &work, &|number, run| {
            runs.lock().unwrap_or_else(PoisonError::into_inner)[at(number)] = Some(run);
        })?;
        Ok(runs.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect())
    }

    fn flags(&self) -> Vec<String> {
        let root = &self.builder.folder.root;
        let mut words = self.builder.compiler.flags(self.standard);
        words.extend(
            self.builder.folder.include.iter().map(|folder| format!("-I{}", argument(&root.join(folder)))),
        );
        words.push(format!("-fdebug-prefix-map={}={FOLDER_MARK}", argument(root)));
        words
    }

    fn driver_words(&self) -> Vec<String> {
        let mut words = self.flags();
        words.extend(self.ignores_access.then(|| "-fno-access-control".into()));
        words.push("-Wno-unused-parameter".into());
        words.push(format!("-I{}", argument(&self.common)));
        words.extend(["-c".into(), argument(&self.work.join("parlor_driver.cpp")), "-o".into()]);
        words.push(argument(&self.work.join("driver.o")));
        words
    }

    fn object(&self, at: usize) -> String {
        argument(&self.work.join(format!("{at}.o")))
    }

    /// Writes the driver, without the operations that have no definition.
    fn write_driver<C: Class>(&self, without: &[String]) -> Result<(), BuildError> {
        let mut text = String::new();
        text.push_str(&format!("#include \"{COMMON_NAME}\"\n"));
        for operation in C::OPERATIONS.iter().filter(|operation| !operation.symbol.is_empty()) {
            let is_without = without.iter().any(|key| key == operation.key);
            text.push_str(&format!("#define PARLOR_WITHOUT_{} {}\n", operation.key, u8::from(is_without)));
        }
        let folder = self.builder.folder;
        let header = folder.root.join(folder.header.as_deref().unwrap_or(Path::new(C::HEADER)));
        text.push_str(&format!("#include \"{}\"\n", argument(&header)));
        if !folder.namespace.is_empty() {
            text.push_str(&format!("using {}::Board;\n", folder.namespace));
        }
        text.push_str(C::DRIVER);
        let file = self.work.join("parlor_driver.cpp");
        fs::write(&file, text).map_err(|reason| BuildError::Write { folder: self.work.to_path_buf(), reason })
    }

    fn said(&self, run: &Run, prefix: &str) -> Diagnostics {
        diagnostics::read(&String::from_utf8_lossy(&run.stderr), prefix)
    }
}

fn shortened(text: &str) -> String {
    text.lines().take(20).collect::<Vec<_>>().join("\n")
}

/// Returns a name for some texts.
fn hash<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(text.len().to_le_bytes());
        hash.update(text);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
