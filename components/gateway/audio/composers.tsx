'use client'

import { useQuery } from '@tanstack/react-query'
import { FileAudio, X } from 'lucide-react'
import { useState } from 'react'
import { FileDrop } from '@/components/forms/file-drop'
import { OptionField } from '@/components/forms/option-select'
import { TextField } from '@/components/forms/text-field'
import { ModelField, PendingField } from '@/components/media/studio/model-field'
import { isPrompt, PromptField } from '@/components/media/studio/prompt-field'
import { StudioForm, WaySwitch } from '@/components/media/studio/studio-form'
import { Button } from '@/components/ui/button'
import { modelListQuery } from '@/lib/catalog/models/queries'
import type { ModelReply } from '@/lib/catalog/models/schema'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import type { MOST_FILE_BYTES, MOST_INPUT_CHARACTERS, SpeechRequest } from '@/lib/gateway/calls/audio/schema'

export type AudioWay = 'speech' | 'transcription'

/** The schema's limits. Only their types are imported, so that zod stays out of the page. */
const mostCharacters: typeof MOST_INPUT_CHARACTERS = 4096
const mostBytes: typeof MOST_FILE_BYTES = 26_214_400

const ways: { value: AudioWay; label: string }[] = [
  { value: 'speech', label: 'Text to speech' },
  { value: 'transcription', label: 'Transcribe' },
]

type ComposerProps<Body> = {
  /** The model named in the address. */
  linkedModel: string | null
  onWay: (way: AudioWay) => void
  isBusy: boolean
  problem: Error | null
  onSubmit: (body: Body) => void
}

/** The models of a kind, and the chosen one; the first by default. */
function useModel(modality: AudioWay, linked: string | null) {
  const [chosen, setChosen] = useState(linked)
  const models = useQuery({
    ...modelListQuery(),
    select: ({ data }) => data.filter((model) => model.modality === modality),
  })
  const offered = models.data ?? []
  const model = offered.find(({ id }) => id === chosen) ?? offered[0]
  return { model, field: { models, offered, value: model?.id ?? null, onChange: setChosen } }
}

/** Undefined if the catalog lists none. */
function voicesOf(model: ModelReply | undefined): string[] | undefined {
  const { voices } = model?.capabilities ?? {}
  const names = Array.isArray(voices) ? voices.filter((voice) => typeof voice === 'string') : []
  return names.length > 0 ? names : undefined
}

type SpeechBody = Pick<SpeechRequest, 'model' | 'input' | 'voice'>
type SpeechComposerProps = ComposerProps<SpeechBody> & { text: string; onText: (text: string) => void }

export function SpeechComposer({
  linkedModel,
  onWay,
  text,
  onText,
  onSubmit,
  ...state
}: SpeechComposerProps) {
  const { model, field } = useModel('speech', linkedModel)
  const [chosen, setVoice] = useState('alloy')
  const voices = voicesOf(model)
  const voice = voices && !voices.includes(chosen) ? (voices[0] ?? '') : chosen
  const rate = model?.pricing.character
  return (
    <StudioForm
      {...state}
      isReady={model !== undefined && voice !== '' && isPrompt(text, mostCharacters)}
      cost={
        <CostLine
          usd={rate && text ? Number(rate) * [...text].length : undefined}
          isCounted={model && !rate}
          otherwise={rate && `${formatPerMillion(rate)} per million characters`}
        />
      }
      onSubmit={() => onSubmit({ model: model?.id, input: text, voice })}
    >
      <WaySwitch label="Mode" ways={ways} value="speech" onChange={onWay} />
      <PromptField
        label="Text"
        value={text}
        most={mostCharacters}
        placeholder="The tide is out. Nobody is on the beach."
        onChange={onText}
      />
      <ModelField {...field} hasSettings={false} />
      {voices ? (
        <OptionField
          label="Voice"
          options={voices.map((value) => ({ value, label: value }))}
          value={voice}
          onValueChange={setVoice}
        />
      ) : (
        model && <TextField label="Voice" value={voice} onChange={setVoice} />
      )}
      {field.models.isPending && <PendingField label="Voice" />}
    </StudioForm>
  )
}

type ChosenFile = { file: File; seconds: number | null }

export function TranscriptComposer(props: ComposerProps<{ model: string; file: File }>) {
  const { linkedModel, onWay, onSubmit, ...state } = props
  const { model, field } = useModel('transcription', linkedModel)
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function choose(file: File | undefined) {
    if (!file) return
    const isTooLarge = file.size > mostBytes
    setProblem(isTooLarge ? 'The file must be 25 MB or smaller.' : null)
    if (!isTooLarge) setChosen({ file, seconds: await measure(file) })
  }
  const rate = model?.pricing.audio_second
  const usd = rate && chosen?.seconds != null ? Number(rate) * chosen.seconds : undefined
  return (
    <StudioForm
      {...state}
      verb="Transcribe"
      isReady={model !== undefined && chosen !== null}
      cost={
        <CostLine
          usd={usd}
          isCounted={model && !rate}
          otherwise={rate && `${formatMoney(rate, 'exact')} per second`}
        />
      }
      onSubmit={() => model && chosen && onSubmit({ model: model.id, file: chosen.file })}
    >
      <WaySwitch label="Mode" ways={ways} value="transcription" onChange={onWay} />
      {chosen ? (
        <div className="flex items-center gap-3 rounded-md border border-border p-2 pl-3">
          <FileAudio className="size-5 text-muted-foreground" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p dir="auto" className="truncate text-left text-sm text-foreground">
              {chosen.file.name}
            </p>
            <p className="text-xs text-faint-foreground">
              {chosen.seconds === null ? 'Unknown length' : `${chosen.seconds.toFixed(1)} s`}
            </p>
          </div>
          <Button variant="ghost" size="icon-sm" aria-label="Remove file" onClick={() => setChosen(null)}>
            <X aria-hidden="true" />
          </Button>
        </div>
      ) : (
        <FileDrop
          accept="audio/*,video/mp4,video/webm"
          className="px-4 py-8"
          onFiles={([file]) => void choose(file)}
        >
          <FileAudio className="size-5" aria-hidden="true" />
          <span>
            <span className="font-medium text-foreground">Choose an audio file</span> or drop it here
          </span>
          <span className="text-xs text-faint-foreground">
            MP3, WAV, M4A, Ogg, FLAC, WebM or MP4, up to 25 MB
          </span>
        </FileDrop>
      )}
      {problem && (
        <p role="alert" className="text-xs text-destructive-text">
          {problem}
        </p>
      )}
      <ModelField {...field} hasSettings={false} />
    </StudioForm>
  )
}

/** The length of a file in seconds; null if the browser cannot read it. */
function measure(file: File): Promise<number | null> {
  const url = URL.createObjectURL(file)
  const sound = new Audio()
  return new Promise<number | null>((resolve) => {
    sound.onloadedmetadata = () => resolve(Number.isFinite(sound.duration) ? sound.duration : null)
    sound.onerror = () => resolve(null)
    sound.src = url
  }).finally(() => URL.revokeObjectURL(url))
}

type CostLineProps = {
  usd: number | undefined
  isCounted: boolean | undefined
  otherwise?: string | undefined
}

/** The cost, before the button is pressed. */
function CostLine({ usd, isCounted, otherwise = '' }: CostLineProps) {
  if (usd === undefined)
    return <p className="text-sm text-muted-foreground">{isCounted ? 'Billed by tokens' : otherwise}</p>
  return (
    <p className="text-sm text-muted-foreground tabular-nums">
      About <span className="font-medium text-foreground">{formatMoney(usd.toFixed(9), 'sum')}</span>
    </p>
  )
}
