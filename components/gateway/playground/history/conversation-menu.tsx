import { Download, Ellipsis, Pencil, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog, MenuButton, whenOpened } from '@/components/ui/when-opened'
import type { Conversation } from '../conversation/conversation'
import { buildRequest, composeMessages } from '../conversation/request'
import { usePlaygroundStore } from '../store/context'

const ShareDialog = whenOpened(() => import('./share-dialog').then((module) => module.ShareDialog))

type ConversationMenuProps = { id: string; title: string; onRename: () => void; className?: string }

export function ConversationMenu({ id, title, onRename, className }: ConversationMenuProps) {
  const [confirming, setConfirming] = useState(false)
  const [shared, setShared] = useState<Conversation | null>(null)
  const store = usePlaygroundStore()

  async function read(then: (conversation: Conversation) => void) {
    const conversation = await store.read(id)
    if (!conversation) toast.error('The conversation could not be loaded.')
    else then(conversation)
  }

  function exportJson(conversation: Conversation) {
    downloadText(exportFileName(conversation.title), writeExport(conversation, new Date()))
  }

  async function remove() {
    setConfirming(false)
    await store.remove(id)
    toast('Conversation deleted')
  }

  return (
    <>
      <MenuButton
        button={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${title}`} className={className}>
            <Ellipsis aria-hidden="true" />
          </Button>
        }
        items={[
          { label: 'Rename', icon: Pencil, onSelect: onRename },
          { label: 'Share', icon: Share2, onSelect: () => void read(setShared) },
          { label: 'Export as JSON', icon: Download, onSelect: () => void read(exportJson) },
          { label: 'Delete', icon: Trash2, onSelect: () => setConfirming(true), danger: true },
        ]}
        // Renaming focuses the title box; the menu must not take the focus back.
        givesFocusAway
      />
      {shared && <ShareDialog conversation={shared} onClose={() => setShared(null)} />}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Delete conversation"
        description={`“${title}” is saved only in this browser. This cannot be undone.`}
        confirmLabel="Delete conversation"
        danger
        onConfirm={() => void remove()}
      />
    </>
  )
}

/** Downloads a text as a file. */
function downloadText(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}

/** The export of a conversation: the request that would continue it for each model, and the whole record. */
export function writeExport(conversation: Conversation, exportedAt: Date): string {
  const requests = conversation.columns.map((column) =>
    buildRequest({
      modelId: column.modelId,
      supported: [],
      settings: conversation.settings,
      messages: composeMessages(conversation, { columnId: column.id }),
    }),
  )
  const record = {
    format: 'portico.playground',
    exported_at: exportedAt.toISOString(),
    requests,
    conversation,
  }
  return `${JSON.stringify(record, null, 2)}\n`
}

export function exportFileName(title: string): string {
  const name = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '') // accents, which NFKD separates
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48)
  return `${name || 'conversation'}.json`
}
