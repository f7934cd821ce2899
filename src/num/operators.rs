//! Operators by value and by reference, written once.

/// Implements binary operators by their assigning forms `+=`, `-=`, `*=` with a reference on the
/// right: for values and references on both sides. The left operand is reused where it is a value,
/// and cloned where it is a reference.
macro_rules! by_assignment {
    ($left:ty { $($operation:ident<$right:ty> $method:ident $assign:tt),* }) => {$(
        impl $operation<&$right> for $left {
            type Output = $left;
            #[inline]
            fn $method(mut self, other: &$right) -> $left {
                self $assign other;
                self
            }
        }
        impl $operation<$right> for $left {
            type Output = $left;
            #[inline]
            fn $method(mut self, other: $right) -> $left {
                self $assign &other;
                self
            }
        }
        impl $operation<&$right> for &$left {
            type Output = $left;
            #[inline]
            fn $method(self, other: &$right) -> $left {
                let mut result = self.clone();
                result $assign other;
                result
            }
        }
        impl $operation<$right> for &$left {
            type Output = $left;
            #[inline]
            fn $method(self, other: $right) -> $left {
                let mut result = self.clone();
                result $assign &other;
                result
            }
        }
    )*};
}

pub(crate) use by_assignment;
