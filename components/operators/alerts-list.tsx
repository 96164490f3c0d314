'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { Loaded } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { cn } from '@/components/ui/cn'
import { Panel, PanelHeader } from '@/components/ui/panel'
import type { OperatorAlert } from '@/lib/alerts/schema'
import { alertsQuery } from '@/lib/operators/queries'

const looks = {
  danger: { Icon: CircleAlert, tone: 'text-danger-text', word: 'Urgent' },
  warning: { Icon: TriangleAlert, tone: 'text-warning-text', word: 'Soon' },
  info: { Icon: Info, tone: 'text-muted', word: 'Good to know' },
}

/** What operators were alerted of and is not over: since when, what to do, and where. Without any, nothing. */
export function AlertsPanel() {
  const alerts = useQuery(alertsQuery())
  if (alerts.data?.data.length === 0) return null
  return (
    <Panel>
      <PanelHeader title="Alerts" description="Also sent by mail and webhook, once each." />
      <Loaded query={alerts} what="alerts" rows={2}>
        {({ data }) => (
          <ul className="divide-y divide-line">
            {data.map((alert) => (
              <li key={`${alert.event} ${alert.subject}`}>
                <Line alert={alert} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function Line({ alert: { severity, title, detail, action, since } }: { alert: OperatorAlert }) {
  const { Icon, tone, word } = looks[severity]
  return (
    <Link
      href={action.path}
      className="flex gap-3 px-4 py-3 hover:bg-hover/60 focus-visible:-outline-offset-2"
    >
      <Icon className={cn('mt-0.5 size-4 shrink-0', tone)} aria-hidden="true" />
      <span className="min-w-0 flex-1 break-words">
        <span className="sr-only">{word}: </span>
        <span className="block text-sm font-medium text-ink">{title}</span>
        <span className="block text-sm text-muted">{detail}</span>
        <span className="block text-xs text-faint">
          Since <RelativeTime at={since} /> · {action.label}
        </span>
      </span>
      <ChevronRight className="mt-0.5 size-4 shrink-0 text-faint" aria-hidden="true" />
    </Link>
  )
}
