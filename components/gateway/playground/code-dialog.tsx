import Link from 'next/link'
import { useMemo, useState } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import type { CodeLanguage } from '@/components/ui/highlight'
import { Label } from '@/components/ui/label'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { paths } from '@/lib/client/paths'
import type { Conversation } from './conversation/conversation'
import {
  buildRequest,
  composeMessages,
  composePrompt,
  type WireMessage,
  type WireRequest,
} from './conversation/request'
import {
  keyVariable,
  type SnippetInput,
  type SnippetLanguage,
  shortenDataUrls,
  writeCurl,
  writePython,
  writeTypescript,
} from './conversation/snippets'
import { nameModel } from './models/chat-model'
import { useConversation, useModels, usePlayground } from './store/context'

type Writer = { name: string; language: CodeLanguage; write: (input: SnippetInput) => string }

const writers: Record<SnippetLanguage, Writer> = {
  curl: { name: 'curl', language: 'bash', write: writeCurl },
  typescript: { name: 'TypeScript', language: 'typescript', write: writeTypescript },
  python: { name: 'Python', language: 'python', write: writePython },
}
const languages: SnippetLanguage[] = ['curl', 'typescript', 'python']

type CodeDialogProps = { columnId: string; onClose: () => void }

/** The current request as code, at first for one column's model. */
export function CodeDialog({ columnId, onClose }: CodeDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="sm:max-w-3xl">
        <DialogHeader>
          <DialogTitle>Code</DialogTitle>
          <DialogDescription>
            The current request. Set <code className="font-mono text-xs text-foreground">{keyVariable}</code>{' '}
            to one of your{' '}
            <Link
              href={paths.keys}
              className="rounded-xs text-brand-text underline decoration-brand-border underline-offset-3 hover:decoration-current"
            >
              API keys
            </Link>
            .
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          <RequestCode firstId={columnId} />
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

function RequestCode({ firstId }: { firstId: string }) {
  const { columns } = useConversation()
  const [columnId, setColumnId] = useState(firstId)
  const [stream, setStream] = useState(true)
  const request = useCurrentRequest(columnId)
  const input = { request, origin: window.location.origin, stream }
  return (
    <Tabs defaultValue="curl" className="flex min-h-0 flex-col gap-3">
      <div className="flex items-center justify-between gap-4 border-b border-border">
        <TabsList className="shadow-none">
          {languages.map((language) => (
            <TabsTrigger key={language} value={language}>
              {writers[language].name}
            </TabsTrigger>
          ))}
        </TabsList>
        <div className="flex shrink-0 items-center gap-2">
          <Switch id="code-stream" checked={stream} onCheckedChange={setStream} />
          <Label htmlFor="code-stream" className="font-normal">
            Stream
          </Label>
        </div>
      </div>
      {columns.length > 1 && <ColumnSelect columnId={columnId} onChange={setColumnId} />}
      {languages.map((language) => {
        const code = writers[language].write(input)
        return (
          <TabsContent key={language} value={language}>
            <CodeBlock code={shortenDataUrls(code)} copyValue={code} language={writers[language].language} />
          </TabsContent>
        )
      })}
    </Tabs>
  )
}

type ColumnSelectProps = { columnId: string; onChange: (columnId: string) => void }

function ColumnSelect({ columnId, onChange }: ColumnSelectProps) {
  const { columns } = useConversation()
  const models = useModels()
  return (
    <Select value={columnId} onValueChange={onChange}>
      <SelectTrigger aria-label="Model" className="w-56 shrink-0">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        {columns.map((column, at) => (
          <SelectItem key={column.id} value={column.id}>
            {at + 1}. {nameModel(models, column.modelId)}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}

const placeholder: WireMessage = { role: 'user', content: 'Hello!' }

/** The request that Send would make for one column. With an empty message box: the last one made, or an example. */
function useCurrentRequest(columnId: string): WireRequest {
  const conversation = useConversation()
  const models = useModels()
  const pending = usePlayground((state) => state.pending)
  return useMemo(() => {
    const modelId = conversation.columns.find((column) => column.id === columnId)?.modelId ?? ''
    const isWritten = pending.text.trim() !== '' || pending.images.length > 0
    const before = lastRequestMessages(conversation, columnId, isWritten)
    const next: WireMessage[] = isWritten ? [{ role: 'user', content: composePrompt(pending) }] : []
    const messages = [...before, ...next]
    return buildRequest({
      modelId,
      supported: models.find((model) => model.id === modelId)?.supportedParameters ?? [],
      settings: conversation.settings,
      messages: messages.some((message) => message.role === 'user') ? messages : [...messages, placeholder],
    })
  }, [conversation, models, columnId, pending])
}

/** With nothing new to send, the request is the last one made, without its answer. */
function lastRequestMessages(
  conversation: Conversation,
  columnId: string,
  continues: boolean,
): WireMessage[] {
  const last = conversation.turns.at(-1)
  const final = last?.replies[columnId]?.at(-1)
  if (continues || !last || !final) return composeMessages(conversation, { columnId })
  return composeMessages(conversation, { columnId, turnId: last.id, beforeStepId: final.id })
}
