import { median } from './statistics.mjs'

/** Reads the samples: one contender's median, or two contenders compared round by round (they ran side by side). */
export function figuresOf(samples) {
  const rounds = (contender, scenario) =>
    samples.filter((one) => one.contender === contender.id && one.scenario === scenario)
  const compare = (contender, other, scenario, name, by) => {
    const theirs = new Map(rounds(other, scenario).map((one) => [one.round, one[name]]))
    return median(rounds(contender, scenario).map((one) => by(one[name], theirs.get(one.round))))
  }
  return {
    of: (contender, scenario, name) => median(rounds(contender, scenario).map((one) => one[name])),
    ratio: (contender, other, scenario, name) =>
      compare(contender, other, scenario, name, (ours, theirs) => ours / theirs),
    difference: (contender, other, scenario, name) =>
      compare(contender, other, scenario, name, (ours, theirs) => ours - theirs),
  }
}
