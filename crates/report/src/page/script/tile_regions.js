"use strict";

/**
 * The regions of the Tile that a layer shows.
 */
const TileRegions = (() => {
  /** The outline of path data in thousandths, as the regions of a sweep have it. */
  const outlineOf = (d) => {
    const numbers = d.match(/-?[\d.]+/g).map(Number);
    const point = (k) => [numbers[k] / 1000, 1 - numbers[k + 1] / 1000];
    const curves = [];
    for (let k = 2; k + 3 < numbers.length; k += 4) {
      curves.push([...point(k), ...point(k + 2)]);
    }
    return { from: point(0), curves };
  };

  /** The regions that a layer needs, or why there are none. */
  const source = (data) => {
    const regions = Regions.create(data.tile);
    const representative = [];
    for (const { members } of data.tile.sweeps) {
      for (const member of members) {
        [representative[member]] = members;
      }
    }
    const own = data.own?.regions.map(({ members, rank, d }) => (
      { members, rank, outline: outlineOf(d) }
    ));

    /** The classifier whose name the regions of one have: the first one equal to it. */
    const standFor = (classifier, prior) => {
      if (ModelsView.elsewhere(data) !== null) {
        return classifier;
      }
      if (prior !== null) {
        return representative[classifier];
      }
      const region = own.find(({ members }) => members.includes(classifier));
      return region ? region.members[0] : classifier;
    };

    const chosen = ModelsView.elsewhere(data);

    const wanted = (layer, state) => {
      const rank = layer.ranks(state, data);
      const isWanted = ([best, worst]) => rank === null || (best <= rank && rank <= worst);
      if (chosen !== null) {
        return (rank ?? 1) > chosen.ranks ? null : chosen.regions.filter((region) => (
          isWanted(region.rank) && (rank !== null || region.members.includes(state.classifier))
        )).map(({ corners, ...region }) => (
          { ...region, outline: Regions.polygon(corners, state.prior) }
        ));
      }
      const classifier = standFor(state.classifier, state.prior);
      if (state.prior === null) {
        const isThere = (rank ?? data.classifiers.length) <= data.own.ranks;
        return isThere ? own.filter((region) => (
          isWanted(region.rank) && (rank !== null || region.members.includes(state.classifier))
        )) : null;
      }
      regions.setPrior(state.prior);
      const sweeps = rank === null
        ? data.tile.sweeps.filter(({ members }) => members[0] === classifier)
        : data.tile.sweeps;
      return regions.sectors(sweeps, isWanted)
        .map((sector) => ({ ...sector, outline: regions.outline(sector) }));
    };
    return { wanted, standFor };
  };

  return { source };
})();
