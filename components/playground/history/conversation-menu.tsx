import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { useConversationActions } from './use-conversation-actions'

type ConversationMenuProps = { id: string; title: string; onRename: () => void; className?: string }

export function ConversationMenu({ id, title, onRename, className }: ConversationMenuProps) {
  const [confirming, setConfirming] = useState(false)
  const { exportJson, remove } = useConversationActions()
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${title}`} className={className}>
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        {/* The name's box takes the focus when renaming begins; the menu must not take it back. */}
        <DropdownMenuContent onCloseAutoFocus={(event) => event.preventDefault()}>
          <DropdownMenuItem onSelect={onRename}>
            <Pencil aria-hidden="true" />
            Rename
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void exportJson(id)}>
            <Download aria-hidden="true" />
            Export as JSON
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem danger onSelect={() => setConfirming(true)}>
            <Trash2 aria-hidden="true" />
            Delete
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Delete conversation"
        description={`“${title}” is kept in this browser only. It cannot be brought back.`}
        confirmLabel="Delete conversation"
        danger
        onConfirm={() => {
          setConfirming(false)
          void remove(id)
        }}
      />
    </>
  )
}
