from typing import Any, Final, final

__all__ = ["VERSION", "Data", "answer", "label", "main", "metric", "pdf", "png"]

VERSION: Final[str]

def answer(arguments: list[str], input: bytes) -> tuple[bytes, str, bool]: ...
def label(text: str) -> str | None: ...
def metric(name: str) -> tuple[str, str | None] | None: ...
def main(arguments: list[str]) -> int: ...
def pdf(svg: str) -> bytes: ...
def png(svg: str, scale: float) -> bytes: ...
@final
class Data:
    @staticmethod
    def from_predictions(
        names: list[str],
        columns: list[tuple[str, Any, list[str] | None]],
        positive: str | None = None,
        sample_weight: tuple[str, Any] | None = None,
        drop_missing: bool = False,
        missing: list[str] | None = None,
    ) -> Data: ...
    @staticmethod
    def from_scores(
        names: list[str],
        columns: list[tuple[str, Any, list[str] | None]],
        positive: str | None = None,
        sample_weight: tuple[str, Any] | None = None,
        drop_missing: bool = False,
        are_samples: bool = True,
        missing: list[str] | None = None,
    ) -> Data: ...
    @staticmethod
    def from_text(
        text: bytes,
        source: str,
        format: str | None = None,
        positive_given: str | None = None,
        positive: str | None = None,
        drop_missing: bool = False,
        are_samples: bool = True,
        prior: str | None = None,
        names: list[str] = ...,
        has_count: bool = False,
        reading: list[str] = ...,
        file: str | None = None,
        labels: list[str] = ...,
    ) -> Data: ...
    def parts(self) -> tuple[bytes, str | None, str | None, str | None, bool, bool, str | None, list[str], bool, tuple[list[str], str | None], list[str]]: ...
    def positive(self) -> str | None: ...
    def has_scores(self) -> bool: ...
    def names(self) -> list[str]: ...
    def notes(self) -> list[str]: ...
    def matrices(self) -> list[list[Any]]: ...
    def rank(
        self, score: str
    ) -> tuple[str | None, tuple[Any, Any] | None, list[tuple[int, Any, tuple[int, int] | None]]]: ...
    def summary(self, target_prior: str | None = None) -> str: ...
    def answer(self, command: list[str], flags: list[str]) -> tuple[bytes, str, bool]: ...
