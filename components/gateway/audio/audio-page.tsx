'use client'

import { useMutation } from '@tanstack/react-query'
import { AudioLines, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Fact } from '@/components/data/facts'
import { StudioLayout, scrollToResults } from '@/components/media/studio/studio-layout'
import { keptShape, useKeptDraft } from '@/components/media/studio/use-kept-draft'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { ModelReply } from '@/lib/catalog/models/schema'
import { formatMoney } from '@/lib/client/format/money'
import { type SpokenText, speechMutation, transcriptionMutation } from '@/lib/gateway/calls/audio/queries'
import type { TranscriptReply } from '@/lib/gateway/calls/audio/schema'
import { type AudioWay, SpeechComposer, TranscriptComposer } from './composers'

const keptDraft = keptShape('KeptAudioDraft')
const emptyDraft: { way: AudioWay; text: string } = { way: 'speech', text: '' }

/** `linked`: the model named in the address. */
type AudioPageProps = { ownerId: string; linked: Pick<ModelReply, 'id' | 'modality'> | null }

/** The audio studio: text to speech, and transcription. */
export function AudioPage({ ownerId, linked }: AudioPageProps) {
  const override = linked?.modality === 'transcription' ? { way: 'transcription' as const } : {}
  const [draft, setDraft] = useKeptDraft(`portico-audio-${ownerId}`, keptDraft, emptyDraft, override)
  const speech = useMutation(speechMutation())
  const transcript = useMutation(transcriptionMutation())
  const results = useRef<HTMLElement>(null)
  const isSpeech = draft.way === 'speech'
  const onWay = (way: AudioWay) => setDraft((before) => ({ ...before, way }))
  const onSuccess = () => scrollToResults(results.current)
  const { isPending } = isSpeech ? speech : transcript
  return (
    <StudioLayout
      title="Audio"
      formLabel="New audio"
      form={
        isSpeech ? (
          <SpeechComposer
            linkedModel={linked?.id ?? null}
            onWay={onWay}
            text={draft.text}
            onText={(text) => setDraft((before) => ({ ...before, text }))}
            isBusy={isPending}
            problem={speech.error}
            onSubmit={(body) => speech.mutate(body, { onSuccess })}
          />
        ) : (
          <TranscriptComposer
            linkedModel={linked?.id ?? null}
            onWay={onWay}
            isBusy={isPending}
            problem={transcript.error}
            onSubmit={(body) => transcript.mutate(body, { onSuccess })}
          />
        )
      }
      resultsLabel="Result"
      resultsRef={results}
      results={
        <div className="flex flex-col gap-5 p-4 sm:p-6" aria-busy={isPending}>
          {isPending ? (
            <div role="status">
              <span className="sr-only">{isSpeech ? 'Generating speech' : 'Transcribing'}</span>
              <Skeleton className="h-32 w-full rounded-lg" />
            </div>
          ) : isSpeech && speech.data ? (
            <SpeechResult
              key={speech.submittedAt}
              spoken={speech.data}
              model={speech.variables.model ?? ''}
            />
          ) : !isSpeech && transcript.data ? (
            <TranscriptResult reply={transcript.data} model={transcript.variables.model} />
          ) : (
            <EmptyState
              icon={<AudioLines />}
              title={isSpeech ? 'No audio yet' : 'No transcript yet'}
              description="Results are not saved here. Download or copy what you need."
            />
          )}
        </div>
      }
    >
      {null}
    </StudioLayout>
  )
}

function SpeechResult({ spoken, model }: { spoken: SpokenText; model: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const objectUrl = URL.createObjectURL(spoken.sound)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [spoken])
  return (
    <ResultCard model={model} costUsd={spoken.costUsd} what="audio">
      {/* biome-ignore lint/a11y/useMediaCaption: the text is in the form */}
      <audio controls src={url} aria-label="Generated speech" className="w-full" />
      <Button variant="outline" asChild size="sm" className="self-start">
        <a href={url} download="speech.wav">
          <Download aria-hidden="true" />
          Download
        </a>
      </Button>
    </ResultCard>
  )
}

function TranscriptResult({ reply, model }: { reply: TranscriptReply; model: string }) {
  return (
    <ResultCard model={model} costUsd={reply.usage.cost} what="transcript">
      <p dir="auto" className="text-base break-words whitespace-pre-wrap text-foreground">
        {reply.text || 'No speech was found in this file.'}
      </p>
      {reply.text && <CopyButton value={reply.text} what="transcript" label="Copy" className="self-start" />}
    </ResultCard>
  )
}

type ResultCardProps = { model: string; costUsd: number; what: string; children: React.ReactNode }

function ResultCard({ model, costUsd, what, children }: ResultCardProps) {
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-border bg-card p-4">
      {children}
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-y-1 border-t border-border pt-3 text-sm">
        <Fact name="Model">{model}</Fact>
        <Fact name="Cost">{formatMoney(costUsd.toFixed(9), 'sum')}</Fact>
      </dl>
      <p className="text-xs text-faint-foreground">This {what} is lost when you leave the page.</p>
    </div>
  )
}
