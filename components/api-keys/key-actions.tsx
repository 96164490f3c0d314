'use client'

import { useMutation } from '@tanstack/react-query'
import { Ban, CircleCheck, Ellipsis, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { setKeyStatusMutation } from '@/lib/api-keys/queries'
import type { ApiKeyRecord } from '@/lib/api-keys/schema'

/** What is being done to which key. */
export type KeyTask = { kind: 'edit' | 'rotate' | 'revoke'; keyId: string }

type KeyActionsProps = { apiKey: ApiKeyRecord; onTask: (task: KeyTask) => void }

export function KeyActions({ apiKey, onTask }: KeyActionsProps) {
  const setStatus = useMutation(setKeyStatusMutation())
  const enabled = apiKey.status === 'active'
  const toggle = () =>
    setStatus.mutate(
      { id: apiKey.id, status: enabled ? 'disabled' : 'active' },
      {
        onSuccess: () =>
          toast.success(enabled ? 'Key disabled' : 'Key enabled', { description: apiKey.name }),
        onError: (error) => toast.error('The key could not be changed', { description: error.message }),
      },
    )
  const start = (kind: KeyTask['kind']) => () => onTask({ kind, keyId: apiKey.id })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${apiKey.name}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={start('edit')}>
          <Pencil aria-hidden="true" />
          Edit
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={start('rotate')}>
          <RotateCw aria-hidden="true" />
          Rotate…
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={toggle}>
          {enabled ? <Ban aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
          {enabled ? 'Disable' : 'Enable'}
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem danger onSelect={start('revoke')}>
          <Trash2 aria-hidden="true" />
          Revoke…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
