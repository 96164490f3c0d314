import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog, MenuButton } from '@/components/ui/when-opened'
import type { Conversation } from '../conversation/conversation'
import { buildRequest, composeMessages } from '../conversation/request'
import { usePlaygroundStore } from '../store/context'

type ConversationMenuProps = { id: string; title: string; onRename: () => void; className?: string }

export function ConversationMenu({ id, title, onRename, className }: ConversationMenuProps) {
  const [confirming, setConfirming] = useState(false)
  const store = usePlaygroundStore()

  async function exportJson() {
    const conversation = await store.read(id)
    if (!conversation) toast.error('The conversation could not be loaded.')
    else downloadText(exportFileName(conversation.title), writeExport(conversation, new Date()))
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
          { label: 'Export as JSON', icon: Download, onSelect: () => void exportJson() },
          { label: 'Delete', icon: Trash2, onSelect: () => setConfirming(true), danger: true },
        ]}
        // Renaming focuses the title box; the menu must not take the focus back.
        givesFocusAway
      />
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

type TitleBoxProps = { id: string; title: string; onClose: () => void }

/** The title of a conversation, being edited in place. */
export function TitleBox({ id, title, onClose }: TitleBoxProps) {
  const store = usePlaygroundStore()
  const [text, setText] = useState(title)
  const input = useRef<HTMLInputElement>(null)
  const done = useRef(false)
  useEffect(() => {
    // A closing menu moves the focus once more. Run after that.
    const timer = setTimeout(() => input.current?.select(), 30)
    return () => clearTimeout(timer)
  }, [])

  function finish(save: boolean) {
    if (done.current) return
    done.current = true
    if (save && text.trim() !== '' && text.trim() !== title) void store.rename(id, text)
    onClose()
  }

  return (
    <Input
      ref={input}
      aria-label="Conversation title"
      value={text}
      maxLength={120}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(true)
        if (event.key !== 'Escape') return
        event.preventDefault()
        finish(false)
      }}
      className="h-7 max-w-80"
    />
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
