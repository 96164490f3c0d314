// Reads the samples (null where nothing was answered): one contender's median, or two contenders compared round by round, so that other load on the machine cancels out.
import { median as medianOf } from '../harness.mjs'

const median = (numbers) => medianOf(numbers.filter(Number.isFinite))

export function figuresOf(samples, { atRest, money }) {
  const rounds = (id, scenario) => samples.filter((one) => one.contender === id && one.scenario === scenario)
  const compare = (id, other, scenario, name, by) => {
    const theirs = new Map(rounds(other, scenario).map((one) => [one.round, one[name]]))
    const pairs = rounds(id, scenario).filter((one) =>
      [one[name], theirs.get(one.round)].every(Number.isFinite),
    )
    return median(pairs.map((one) => by(one[name], theirs.get(one.round))))
  }
  const sum = (list) => list.reduce((total, each) => total + each, 0)
  return {
    atRest: (id) => atRest[id],
    money: (id) => money[id],
    of: (id, scenario, name) => median(rounds(id, scenario).map((one) => one[name])),
    megabytes: (id, scenario, name) => median(rounds(id, scenario).map(({ megabytes }) => megabytes[name])),
    sum: (id, names, scenario) =>
      sum(
        samples
          .filter((one) => one.contender === id && (!scenario || one.scenario === scenario))
          .map((one) => sum(names.map((name) => one[name] ?? 0))),
      ),
    has: (id, scenario) => rounds(id, scenario).length > 0,
    ratio: (id, other, scenario, name) => compare(id, other, scenario, name, (ours, theirs) => ours / theirs),
    difference: (id, other, scenario, name) =>
      compare(id, other, scenario, name, (ours, theirs) => ours - theirs),
  }
}
