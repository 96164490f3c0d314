import { RelativeTime } from '@/components/data/relative-time'
import { cn } from '@/components/ui/cn'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import type { ApiKeyRecord } from '@/lib/api-keys/schema'
import { formatNumber } from '@/lib/client/format/number'
import { KeyAccess } from './key-access'
import { KeyActions, type KeyTask } from './key-actions'
import { KeyName } from './key-name'
import { KeySpend } from './key-spend'
import { KeyStateLabel } from './key-state-label'

type KeyListProps = { keys: readonly ApiKeyRecord[]; onTask: (task: KeyTask) => void }

export function KeyTable({ keys, onTask }: KeyListProps) {
  return (
    <Table label="API keys" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-[26%]">Name</TableHead>
          <TableHead className="w-[19%]">Access</TableHead>
          <TableHead className="w-[18%]">Spent</TableHead>
          <TableHead className="w-[11%]">Rate limit</TableHead>
          <TableHead className="w-[10%]">Last used</TableHead>
          <TableHead className="w-[12%]">Status</TableHead>
          <TableHead className="w-12">
            <span className="sr-only">Actions</span>
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onTask={onTask} />
        ))}
      </TableBody>
    </Table>
  )
}

function KeyRow({ apiKey, onTask }: { apiKey: ApiKeyRecord; onTask: (task: KeyTask) => void }) {
  return (
    <PressableRow className={cn('h-14', apiKey.status === 'disabled' && 'text-muted')}>
      <TableCell>
        <KeyName apiKey={apiKey} onEdit={() => onTask({ kind: 'edit', keyId: apiKey.id })} />
      </TableCell>
      <TableCell>
        <KeyAccess apiKey={apiKey} />
      </TableCell>
      <TableCell>
        <KeySpend apiKey={apiKey} />
      </TableCell>
      <TableCell className="figures">
        {apiKey.rate_limit_rpm === null ? (
          <span className="text-faint">Default</span>
        ) : (
          <>
            {formatNumber(apiKey.rate_limit_rpm)}
            <span className="text-xs text-faint"> / min</span>
          </>
        )}
      </TableCell>
      <TableCell>
        {apiKey.last_used_at ? (
          <RelativeTime at={apiKey.last_used_at} />
        ) : (
          <span className="text-faint">Never</span>
        )}
      </TableCell>
      <TableCell>
        <KeyStateLabel apiKey={apiKey} />
      </TableCell>
      <TableCell className="text-right">
        <KeyActions apiKey={apiKey} onTask={onTask} />
      </TableCell>
    </PressableRow>
  )
}
