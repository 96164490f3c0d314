'use client'

import { useRef, useState } from 'react'
import { withRows } from '@/components/money/usage/live/live-rows'
import { LiveSwitch } from '@/components/money/usage/live/live-switch'
import { useLive } from '@/components/money/usage/live/use-live'
import { RequestList } from '@/components/money/usage/requests/request-list'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { apiPaths } from '@/lib/client/paths'
import type { LiveItem } from '@/lib/money/usage/schema'

const MOST_ROWS = 50

/** The newest requests of all customers since the page was opened. */
export function LivePanel() {
  const list = useRef<HTMLDivElement>(null)
  const [isLive, setLive] = useState(true)
  const [rows, setRows] = useState<readonly LiveItem[]>([])
  const [openedId, setOpenedId] = useState<string | null>(null)
  const live = useLive({
    path: isLive ? apiPaths.liveEverybody : null,
    list,
    onRows: (more) =>
      setRows((before) =>
        withRows(before, more).filter(({ id }, index) => index < MOST_ROWS || id === openedId),
      ),
  })
  return (
    <Panel>
      <PanelHeader
        title="Live requests"
        description={`The latest ${MOST_ROWS} of all customers, as they are settled.`}
        actions={<LiveSwitch on={isLive} onChange={setLive} {...live} />}
      />
      {rows.length === 0 && (
        <p className="px-4 py-3 text-sm text-muted-foreground">
          No request was settled since this page was opened.
        </p>
      )}
      <div ref={list}>
        <RequestList requests={rows} openedId={openedId} onOpenedChange={setOpenedId} />
      </div>
    </Panel>
  )
}
