// The number of cells of the Tile on which one strict ranking holds, as faces of CGAL's exact arrangement of segments:
//
//     cells MATRICES.csv
//
// All classifiers were tested on the same numbers of samples. In balanced coordinates frontiers are lines then.

#include <CGAL/Arr_segment_traits_2.h>
#include <CGAL/Arrangement_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>

#include <array>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Traits = CGAL::Arr_segment_traits_2<Kernel>;
using Number = Kernel::FT;
using Point = Traits::Point_2;

int main(int, char** arguments) {
    std::ifstream file(arguments[1]);
    std::string line;
    std::getline(file, line);
    std::vector<std::array<long, 4>> rows;
    while (std::getline(file, line)) {
        std::stringstream cells(line);
        std::string cell;
        std::getline(cells, cell, ',');
        std::array<long, 4> counts;
        for (long& count : counts) {
            std::getline(cells, cell, ',');
            count = std::stol(cell);
        }
        rows.push_back(counts);
    }
    const std::array<Point, 4> corners{Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)};
    std::vector<Traits::X_monotone_curve_2> segments;
    for (int k = 0; k < 4; ++k) segments.emplace_back(corners[k], corners[(k + 1) % 4]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const auto [tn, fp, fn, tp] = rows[i];
            const auto [tn2, fp2, fn2, tp2] = rows[j];
            const long dx = (tn - tn2) * (tp + fn), dy = (tp - tp2) * (tn + fp), c = tn * tp2 - tp * tn2;
            // The signs of the difference of the two scores at the corners.
            const std::array<long, 4> at{dx, dy + c, dy, dx - c};
            std::vector<Point> ends;
            for (int k = 0; k < 4; ++k) {
                const long here = at[k], next = at[(k + 1) % 4];
                if (here == 0) ends.push_back(corners[k]);
                if ((here < 0 && next > 0) || (here > 0 && next < 0)) {
                    const Number part = Number(here) / Number(here - next);
                    ends.push_back(corners[k] + part * (corners[(k + 1) % 4] - corners[k]));
                }
            }
            if (ends.size() == 2) segments.emplace_back(ends[0], ends[1]);
        }
    }
    CGAL::Arrangement_2<Traits> arrangement;
    CGAL::insert(arrangement, segments.begin(), segments.end());
    std::cout << arrangement.number_of_faces() - arrangement.number_of_unbounded_faces() << std::endl;
}
