import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { readTraffic } from '@/lib/usage/read-traffic'
import {
  addTraffic,
  latencyMs,
  noTraffic,
  successRateOf,
  type Traffic,
  throughputTps,
  ttftMs,
  uptimeOf,
} from '@/lib/usage/traffic'
import { providerExists } from './read-snapshot'
import type { Percentiles, ProviderStatsReply, StatsPoint, StatsQuery, StatsWindow } from './stats-schema'

const cached = createFreshCache<ProviderStatsReply>('provider-stats')

/** A provider's figures over the window, and in each interval of it. 404 where there is none. */
export async function readProviderStats(id: string, query: StatsQuery): Promise<ProviderStatsReply> {
  if (!providerExists(id)) throw new AppError('not_found', { message: 'There is no such provider.' })
  const window = query.window ?? query.period ?? '24h'
  return cached(`${window} ${id}`, () => count(id, window))
}

async function count(providerId: string, window: StatsWindow): Promise<ProviderStatsReply> {
  const now = clock.now()
  const from = windowStart(window, now)
  const rows = await readTraffic({
    from,
    providerId,
    stepSeconds: windowStep(window),
    speeds: ['latency', 'ttft', 'throughput'],
  })
  const trafficAt = new Map(rows.map((row) => [row.start?.getTime(), row]))
  const whole = addTraffic(rows)
  return {
    provider_id: providerId,
    window,
    ...countsOf(whole),
    latency_ms: percentilesOf(whole, latencyMs),
    ttft_ms: percentilesOf(whole, ttftMs),
    throughput_tps: percentilesOf(whole, throughputTps),
    series: windowStretches(window, now).map((start) =>
      pointOf(
        new Date(Math.max(start.getTime(), from.getTime())),
        trafficAt.get(start.getTime()) ?? noTraffic,
      ),
    ),
    as_of: now.toISOString(),
  }
}

function pointOf(start: Date, traffic: Traffic): StatsPoint {
  return {
    start: start.toISOString(),
    ...countsOf(traffic),
    latency_p50_ms: latencyMs(traffic, 0.5),
    ttft_p50_ms: ttftMs(traffic, 0.5),
    throughput_p50_tps: throughputTps(traffic, 0.5),
  }
}

function countsOf(traffic: Traffic) {
  return {
    requests: traffic.requests,
    success_rate: successRateOf(traffic),
    uptime: uptimeOf(traffic),
    total_tokens: traffic.total_tokens.toString(),
  }
}

function percentilesOf(
  traffic: Traffic,
  read: (traffic: Traffic, share: number) => number | null,
): Percentiles {
  return {
    p50: read(traffic, 0.5),
    p75: read(traffic, 0.75),
    p90: read(traffic, 0.9),
    p99: read(traffic, 0.99),
  }
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** A window's length, what its beginning is rounded down to, and the length of the intervals of its series. */
const windows: Record<StatsWindow, { seconds: number; alignSeconds: number; stepSeconds: number }> = {
  '1h': { seconds: HOUR, alignSeconds: 5 * MINUTE, stepSeconds: 5 * MINUTE },
  '24h': { seconds: DAY, alignSeconds: 5 * MINUTE, stepSeconds: HOUR },
  '7d': { seconds: 7 * DAY, alignSeconds: HOUR, stepSeconds: 6 * HOUR },
  '30d': { seconds: 30 * DAY, alignSeconds: HOUR, stepSeconds: DAY },
}

/** A window ends now and is as long as its name says, or a few minutes longer: rollups begin at aligned times. */
export function windowStart(window: StatsWindow, now: Date): Date {
  const { seconds, alignSeconds } = windows[window]
  return floorTo(now.getTime() - seconds * 1000, alignSeconds)
}

function windowStep(window: StatsWindow): number {
  return windows[window].stepSeconds
}

/** Where the intervals of the series begin (UTC): the one that the window's beginning falls into, and all up to now. */
function windowStretches(window: StatsWindow, now: Date): Date[] {
  const { stepSeconds } = windows[window]
  const first = floorTo(windowStart(window, now).getTime(), stepSeconds).getTime()
  const count = Math.floor((now.getTime() - first) / (stepSeconds * 1000)) + 1
  return Array.from({ length: count }, (_, index) => new Date(first + index * stepSeconds * 1000))
}

function floorTo(millis: number, seconds: number): Date {
  return new Date(Math.floor(millis / (seconds * 1000)) * seconds * 1000)
}
