import { pool, prisma } from '@/lib/platform/db'

/** The latest probe of each provider. */
export type ProbeRow = { providerId: string; checkedAt: Date; failuresInARow: number }

export function listProbes(): Promise<ProbeRow[]> {
  return prisma.providerProbe.findMany({
    select: { providerId: true, checkedAt: true, failuresInARow: true },
  })
}

export type ProbeOutcome = {
  providerId: string
  checkedAt: Date
  latencyMs: number
  /** Null: it answered. */
  fault: string | null
}

export async function saveProbe({ providerId, checkedAt, latencyMs, fault }: ProbeOutcome): Promise<void> {
  await pool.query(
    `INSERT INTO provider_probes AS p (provider_id, checked_at, latency_ms, failures_in_a_row, fault)
      VALUES ($1, $2, $3, CASE WHEN $4::text IS NULL THEN 0 ELSE 1 END, $4)
      ON CONFLICT (provider_id) DO UPDATE SET checked_at = excluded.checked_at, latency_ms = excluded.latency_ms,
        fault = excluded.fault, failures_in_a_row = CASE WHEN excluded.fault IS NULL THEN 0 ELSE p.failures_in_a_row + 1 END`,
    [providerId, checkedAt, latencyMs, fault],
  )
}
