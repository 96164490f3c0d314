import { RelativeTime } from '@/components/data/relative-time'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import type { Delivery } from '@/lib/callbacks/schema'
import { DeliveryState } from './delivery-state'

export type DeliveryListProps = { deliveries: readonly Delivery[]; onOpen: (id: string) => void }

export function DeliveryTable({ deliveries, onOpen }: DeliveryListProps) {
  return (
    <Table label="Deliveries" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-[12%]">Status</TableHead>
          <TableHead className="w-[25%]">Event</TableHead>
          <TableHead className="w-[32%]">URL</TableHead>
          <TableHead className="w-[10%]">Answer</TableHead>
          <TableHead numeric className="w-[9%]">
            Attempts
          </TableHead>
          <TableHead numeric className="w-[12%]">
            When
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: (id: string) => void }) {
  return (
    <PressableRow>
      <TableCell>
        <DeliveryState delivery={delivery} />
      </TableCell>
      <TableCell>
        <button
          type="button"
          onClick={() => onOpen(delivery.id)}
          className="block max-w-full truncate rounded-xs text-left font-medium decoration-line-strong underline-offset-3 hover:underline"
        >
          {delivery.event}
        </button>
        {delivery.task_id && (
          <span className="block truncate font-mono text-2xs text-faint" title={delivery.task_id}>
            {delivery.task_id}
          </span>
        )}
      </TableCell>
      <TableCell>
        <span className="block truncate text-muted" title={delivery.url}>
          {delivery.url}
        </span>
      </TableCell>
      <TableCell className="figures text-muted">{lastAnswer(delivery)}</TableCell>
      <TableCell numeric>{delivery.attempts.length}</TableCell>
      <TableCell numeric className="text-muted">
        <RelativeTime at={delivery.created_at} />
      </TableCell>
    </PressableRow>
  )
}

function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1)
  return last === undefined ? '–' : (last.status_code?.toString() ?? 'None')
}
