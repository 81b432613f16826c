//! The GNU Scientific Library, found at run time: the libraries of the Flood course use its sparse matrices and name
//! no dependency on it, so it has to be there before them, for all to see.
#![expect(unsafe_code, reason = "functions of a library found at run time are called by their documented types")]

use std::ffi::{OsStr, OsString, c_int, c_uint};

use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_LAZY};

use crate::arguments::{self, Gsl};

/// Names by which systems know GSL from 2.6 on, when it got matrices of `unsigned int`; newest first.
const GSL: [&str; 4] = ["libgsl.so.28", "libgsl.so.27", "libgsl.so.25", "libgsl.so"];
const CBLAS: [&str; 2] = ["libgslcblas.so.0", "libgslcblas.so"];
const MATH: [&str; 1] = ["libm.so.6"];

/// GSL's name for a compressed matrix, row by row.
const CSR: c_int = 2;
/// GSL's name for a matrix as a list of entries.
const COO: c_int = 0;

/// A matrix as GSL makes it; only its address is of interest here.
pub(crate) type Matrix = *mut libc::c_void;

type Alloc = unsafe extern "C" fn(usize, usize, usize, c_int) -> Matrix;
type Set = unsafe extern "C" fn(Matrix, usize, usize, c_uint) -> c_int;
type Compress = unsafe extern "C" fn(Matrix, c_int) -> Matrix;
type Free = unsafe extern "C" fn(Matrix);

/// The functions of GSL that make a matrix.
#[derive(Clone, Copy)]
pub(crate) struct Maker {
    alloc: Alloc,
    set: Set,
    compress: Compress,
    free: Free,
}

/// Libraries that players use without naming them.
pub(crate) struct Dependencies {
    maker: Option<Maker>,
}

impl Dependencies {
    /// Loads what there is, for all later libraries to see.
    pub(crate) fn load(gsl: &Gsl) -> Dependencies {
        let mut held: Vec<Library> = open_first(MATH.iter().map(OsStr::new)).into_iter().collect();
        let found = match gsl {
            Gsl::None => None,
            Gsl::Auto => {
                held.extend(open_first(CBLAS.iter().map(OsStr::new)));
                open_first(GSL.iter().map(OsStr::new))
            }
            Gsl::File(path) => {
                let beside = CBLAS.map(|name| path.with_file_name(name).into_os_string());
                let names = beside.iter().map(OsString::as_os_str).chain(CBLAS.iter().map(OsStr::new));
                held.extend(open_first(names));
                open_first([path.as_os_str()].into_iter())
            }
        };
        let maker = found.as_ref().and_then(Maker::find);
        // Never unloaded: the player's library binds to them as late as its last call.
        held.into_iter().chain(found).for_each(std::mem::forget);
        Dependencies { maker }
    }

    /// Whether GSL is there.
    pub(crate) fn has_gsl(&self) -> bool {
        self.maker.is_some()
    }

    /// What makes matrices.
    pub(crate) fn maker(&self) -> Option<Maker> {
        self.maker
    }
}

/// Whether GSL can be loaded as these words say.
pub(crate) fn can_be_loaded(words: &[OsString]) -> bool {
    let gsl = words.first().and_then(|word| arguments::gsl(word)).unwrap_or_default();
    Dependencies::load(&gsl).has_gsl()
}

fn open_first<'a>(mut names: impl Iterator<Item = &'a OsStr>) -> Option<Library> {
    // SAFETY: these are the system's own mathematical libraries, whose constructors do nothing.
    names.find_map(|name| unsafe { Library::open(Some(name), RTLD_LAZY | RTLD_GLOBAL).ok() })
}

impl Maker {
    fn find(gsl: &Library) -> Option<Maker> {
        // SAFETY: the types are those of GSL's header gsl_spmatrix_uint.h, and GSL is never unloaded.
        unsafe {
            Some(Maker {
                alloc: *gsl.get::<Alloc>(b"gsl_spmatrix_uint_alloc_nzmax\0").ok()?,
                set: *gsl.get::<Set>(b"gsl_spmatrix_uint_set\0").ok()?,
                compress: *gsl.get::<Compress>(b"gsl_spmatrix_uint_compress\0").ok()?,
                free: *gsl.get::<Free>(b"gsl_spmatrix_uint_free\0").ok()?,
            })
        }
    }

    /// The compressed adjacency matrix of lists of neighbours; whoever gets it frees it with GSL's function. Nothing
    /// is stored for cells that do not touch: an explicit zero would stay an entry.
    pub(crate) fn adjacency(&self, neighbours: &[Vec<usize>]) -> Option<Matrix> {
        let size = neighbours.len();
        let entries = neighbours.iter().map(Vec::len).sum::<usize>().max(1);
        // SAFETY: the calls follow GSL's manual: sizes above zero, indices below them, each matrix freed once.
        unsafe {
            let list = (self.alloc)(size, size, entries, COO);
            if list.is_null() {
                return None;
            }
            for (row, columns) in neighbours.iter().enumerate() {
                for &column in columns {
                    (self.set)(list, row, column, 1);
                }
            }
            let matrix = (self.compress)(list, CSR);
            (self.free)(list);
            (!matrix.is_null()).then_some(matrix)
        }
    }
}
