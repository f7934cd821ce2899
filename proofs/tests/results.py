"""Tests of the proved checker: PROGRAM [TEST...], the path of exactile and which tests to run.

True results are accepted, by the extracted checker and inside Coq; false ones are refused.
"""

import sys

import of_confluences
import of_rankings
import of_reading
import of_regions
import of_scores
import of_zones

MODULES = (of_reading, of_rankings, of_confluences, of_zones, of_scores, of_regions)

if __name__ == "__main__":
    tests = {test.__name__: test for module in MODULES for test in module.TESTS}
    for name in sys.argv[2:] or tests:
        tests[name]()
