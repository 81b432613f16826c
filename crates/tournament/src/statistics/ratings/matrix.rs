//! Symmetric positive definite matrices, as large as a table has players.

/// A square matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    entries: Vec<f64>,
}

impl Matrix {
    /// All zeros.
    pub(super) fn zero(size: usize) -> Self {
        let entries = vec![0.0; size * size];
        Matrix { size, entries }
    }

    /// The number of rows.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// One entry.
    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    /// Adds to one entry.
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.entries[row * self.size + column] += value;
    }

    /// The lower triangle `L` with `L L^T` = this matrix (Cholesky), whose own lower triangle alone is read.
    ///
    /// Pivots that rounding made not positive are replaced by a tiny one: the caller's matrices are positive
    /// definite by their prior.
    pub(super) fn factor(mut self) -> Factor {
        let size = self.size;
        for column in 0..size {
            let (done, rest) = self.entries.split_at_mut((column + 1) * size);
            let pivot_row = &mut done[column * size..=column * size + column];
            let pivot = (pivot_row[column] - dot(&pivot_row[..column], &pivot_row[..column])).max(1e-300).sqrt();
            pivot_row[column] = pivot;
            for row in rest.chunks_exact_mut(size) {
                row[column] = (row[column] - dot(&row[..column], &pivot_row[..column])) / pivot;
            }
        }
        Factor(self)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A Cholesky factor; what stands above its diagonal has no meaning.
#[derive(Debug)]
pub(super) struct Factor(Matrix);

impl Factor {
    /// The solution `x` of `L L^T x = right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let lower = &self.0;
        let size = lower.size;
        let mut x = right.to_vec();
        for row in 0..size {
            let known = dot(&lower.entries[row * size..row * size + row], &x[..row]);
            x[row] = (x[row] - known) / lower.at(row, row);
        }
        for row in (0..size).rev() {
            x[row] /= lower.at(row, row);
            for above in 0..row {
                x[above] -= lower.at(row, above) * x[row];
            }
        }
        x
    }

    /// The inverse of `L L^T`.
    pub(super) fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let mut inverse = Matrix::zero(size);
        for column in 0..size {
            let mut unit = vec![0.0; size];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.add(row, column, value);
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_and_inverts() {
        let rows = [[4.0, 2.0, 0.5], [2.0, 5.0, 1.0], [0.5, 1.0, 3.0]];
        let mut matrix = Matrix::zero(3);
        for (row, values) in rows.iter().enumerate() {
            for (column, &value) in values.iter().enumerate() {
                matrix.add(row, column, value);
            }
        }
        let factor = matrix.factor();
        let x = factor.solve(&[1.0, 2.0, 3.0]);
        for (row, expected) in rows.iter().zip([1.0, 2.0, 3.0]) {
            assert!((dot(row, &x) - expected).abs() < 1e-12);
        }
        let inverse = factor.inverse();
        for (row, values) in rows.iter().enumerate() {
            for column in 0..3 {
                let product: f64 = (0..3).map(|k| values[k] * inverse.at(k, column)).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
    }
}
