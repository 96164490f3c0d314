// `npm run bench -- --guard`: whether this version takes more processor time for a request than the last release. Both are started
// several times, because two processes of the same code differ too, and are asked the same in turn.
import { setTimeout as pause } from 'node:timers/promises'
import { prepareBuild } from '../../../scripts/steps/checkout.mjs'
import { waitForExit } from '../../../scripts/steps/processes.mjs'
import { nameOf, preparePrevious, requirePreviousRelease } from '../../upgrade/previous-version.mjs'
import { portico } from '../contenders/portico.mjs'
import { median, root } from '../harness.mjs'
import { countsInstructions, startCounting } from './instructions.mjs'
import { machineLine } from './report.mjs'
import { guardScenariosOf, warmUpOf } from './scenarios.mjs'
import { begin, load, measure } from './stage.mjs'

/** What a feature may cost. */
const LIMIT = 0.03
/** Of Student’s distribution, 95 % on two sides, by degrees of freedom. */
const T = [Number.NaN, 12.7, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26]

async function startBoth(stage, versions, start) {
  const order = start % 2 ? versions.toReversed() : versions
  const both = []
  for (const { id, from } of order)
    both.push({ ...(await begin(stage, { ...portico, id: `${id}-${start}` }, { from })), version: id })
  await pause(2000)
  for (const one of both)
    for (const scenario of warmUpOf(stage.warmUpSeconds)) await load(stage, one, scenario)
  return both
}

async function stopBoth(both) {
  for (const { pid, group } of both) {
    process.kill(pid, 'SIGTERM')
    await waitForExit(pid, 60_000)
    group.kill()
  }
}

/** The cost of a request or event: in instructions where they are counted, otherwise in µs of processor time. */
async function costOf(stage, one, scenario) {
  const counting = stage.countsInstructions && startCounting(one.group.pids())
  const { microsEach, count } = await measure(stage, one, scenario)
  return counting ? (await counting.stop()) / count : microsEach
}

/** Returns pairs: `{ start, scenario, old, new }`. */
async function comparePairs(stage, versions, { starts, rounds, scenarios }) {
  const pairs = []
  for (let start = 0; start < starts; start += 1) {
    const both = await startBoth(stage, versions, start)
    for (let round = 0; round < rounds; round += 1) {
      for (const scenario of scenarios) {
        const pair = { start, scenario: scenario.id }
        for (const one of round % 2 ? both.toReversed() : both)
          pair[one.version] = await costOf(stage, one, scenario)
        pairs.push(pair)
      }
    }
    await stopBoth(both)
    stage.say(`start ${start + 1} of ${starts} is measured`)
  }
  return pairs
}

/**
 * The ratio is the mean over the starts of the median of a start's pairs. Pairs of one start are not independent, so the noise is what
 * the starts differ by.
 */
export function judge(pairs) {
  const ratio = (pair) => pair.new / pair.old
  const byStart = Map.groupBy(pairs, ({ start }) => start)
  const each = [...byStart.values()].map((list) => median(list.map(ratio)))
  const mean = each.reduce((sum, one) => sum + one, 0) / each.length
  const variance = each.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (each.length - 1)
  const noise = T[Math.min(each.length - 1, T.length - 1)] * Math.sqrt(variance / each.length)
  const all = pairs.map(ratio)
  const isSlower = mean >= 1 + LIMIT && mean - noise > 1
  const verdict = isSlower ? 'SLOWER' : noise > LIMIT ? 'too noisy to tell' : 'not slower'
  return { mean, noise, least: Math.min(...all), most: Math.max(...all), isSlower, verdict }
}

function printRow(scenario, pairs) {
  const { mean, noise, least, most, isSlower, verdict } = judge(pairs)
  const cost = (name) => median(pairs.map((pair) => pair[name])).toFixed(1)
  const spread = `${least.toFixed(3)} to ${most.toFixed(3)}`
  const cells = [
    scenario,
    cost('old'),
    cost('new'),
    mean.toFixed(3),
    `± ${noise.toFixed(3)}`,
    spread,
    verdict,
  ]
  console.log(`| ${cells.join(' | ')} |`)
  return isSlower
}

export async function guard(bench, { ref = requirePreviousRelease(root), quick, rounds: given }) {
  bench.say(`building ${ref} and this version`)
  const previous = await preparePrevious(root, ref)
  await prepareBuild(root)
  const [seconds, starts, rounds] = quick ? [0.5, 2, 1] : [1.5, Number(given ?? 5), 3]
  const stage = { ...bench, countsInstructions: countsInstructions(), warmUpSeconds: quick ? 0.5 : 4 }
  const versions = [
    { id: 'old', from: previous.root },
    { id: 'new', from: root },
  ]
  const pairs = await comparePairs(stage, versions, { starts, rounds, scenarios: guardScenariosOf(seconds) })
  const unit = stage.countsInstructions ? 'instructions' : 'µs of processor time'
  console.log(`\n${machineLine()}; ${starts} starts of ${rounds} pairs; ${unit} of a request or event\n`)
  console.log(`| | ${previous.name} | ${nameOf(root, 'HEAD')} | new by old | noise, 95 % | pairs | verdict |`)
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | --- |')
  const slower = [...Map.groupBy(pairs, ({ scenario }) => scenario)].filter(([id, list]) =>
    printRow(id, list),
  )
  if (slower.length > 0) process.exitCode = 1
}
