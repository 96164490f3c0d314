import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { metricNames } from '@/lib/platform/metrics'
import '@/lib/http/node-door'
import './process'

it.each(['deploy/grafana/portico.json', 'deploy/prometheus/alerts.yaml'])(
  '%s names metrics that there are',
  (path) => {
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    const named = text.match(/\b(portico|nodejs|process)_[a-z0-9_]+/g) ?? []
    const known = new Set(metricNames())
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !known.has(name) && !known.has(name.replace(/_bucket$/, '')))).toEqual([])
  },
)
