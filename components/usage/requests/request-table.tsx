'use client'

import { useRef } from 'react'
import { useVisibleRows } from '@/components/data/use-visible-rows'
import { Table, TableBody, TableHead, TableHeader } from '@/components/ui/table'
import type { RecentItem } from '@/lib/usage/schema'
import { RequestRow } from './request-row'

export type RequestRowsProps = {
  requests: readonly RecentItem[]
  zone: string | undefined
  onOpen: (id: string) => void
}

export function RequestTable({ requests, zone, onOpen }: RequestRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, last, above, below } = useVisibleRows(body, requests.length)
  return (
    <Table label="Requests" className="table-fixed" aria-rowcount={requests.length + 1}>
      <TableHeader>
        <tr>
          <TableHead className="w-[12%]">Time</TableHead>
          <TableHead className="w-[11%]">Status</TableHead>
          <TableHead className="w-[23%]">Model</TableHead>
          <TableHead className="w-[15%]">Key</TableHead>
          <TableHead numeric className="w-[12%]">
            Used
          </TableHead>
          <TableHead numeric className="w-[10%]">
            Cost
          </TableHead>
          <TableHead numeric className="w-[8%]">
            <abbr title="Time to the first token" className="no-underline">
              TTFT
            </abbr>
          </TableHead>
          <TableHead numeric className="w-[9%]">
            Latency
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody ref={body}>
        {above > 0 && <SpacerRow height={above} />}
        {requests.slice(first, last).map((request, place) => (
          <RequestRow
            key={request.id}
            request={request}
            rowIndex={first + place + 2}
            zone={zone}
            onOpen={onOpen}
          />
        ))}
        {below > 0 && <SpacerRow height={below} />}
      </TableBody>
    </Table>
  )
}

/** Stands for the rows that are not drawn. */
function SpacerRow({ height }: { height: number }) {
  return (
    <tr>
      <td colSpan={8} className="p-0" style={{ height }} />
    </tr>
  )
}
