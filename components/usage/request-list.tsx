'use client'

import { useState } from 'react'
import type { RecentItem } from '@/lib/usage/schema'
import { RequestCards } from './request-cards'
import { RequestSheet } from './request-sheet'
import { RequestTable } from './request-table'

/** Requests, as a table or as cards, each of which opens its details. */
export function RequestList({ requests }: { requests: readonly RecentItem[] }) {
  const [opened, setOpened] = useState<RecentItem | null>(null)
  return (
    <div className="@container">
      <div className="hidden @min-[54rem]:block">
        <RequestTable requests={requests} onOpen={setOpened} />
      </div>
      <div className="@min-[54rem]:hidden">
        <RequestCards requests={requests} onOpen={setOpened} />
      </div>
      <RequestSheet request={opened} onClose={() => setOpened(null)} />
    </div>
  )
}
