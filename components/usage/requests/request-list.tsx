'use client'

import type { RecentItem } from '@/lib/usage/schema'
import { RequestCards } from './request-cards'
import { RequestSheet } from './request-sheet'
import { RequestTable } from './request-table'

type RequestListProps = {
  requests: readonly RecentItem[]
  /** The request whose details are open; it need not be one of those listed. */
  openedId: string | null
  onOpenedChange: (id: string | null) => void
  /** Whose clocks tell the time; the reader's own when it is not said. */
  zone?: string | undefined
}

/** Requests, as a table or as cards, each of which opens its details. */
export function RequestList({ requests, openedId, onOpenedChange, zone }: RequestListProps) {
  return (
    <>
      {requests.length > 0 && (
        <div className="@container">
          <div className="hidden @min-[54rem]:block">
            <RequestTable requests={requests} zone={zone} onOpen={onOpenedChange} />
          </div>
          <div className="@min-[54rem]:hidden">
            <RequestCards requests={requests} zone={zone} onOpen={onOpenedChange} />
          </div>
        </div>
      )}
      <RequestSheet
        id={openedId}
        known={requests.find(({ id }) => id === openedId)}
        zone={zone}
        onClose={() => onOpenedChange(null)}
      />
    </>
  )
}
