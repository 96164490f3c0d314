import type { Experimental_VideoModelV4 as VideoModelV4 } from '@ai-sdk/provider'
import type { VideoCall, VideoStatus } from '@/lib/upstream/contract/video-model'
import type { SdkSettings } from '../sdk-settings'
import type { Frames } from './frames'

type StartOptions = Parameters<NonNullable<VideoModelV4['doStart']>>[0]

/** What is asked of the package's model: each package brings types of its own, which are not quite the same. */
export type VendorModel = {
  doStart?(options: StartOptions): PromiseLike<{ operation: unknown }>
  doStatus?(options: { operation: Operation; abortSignal: AbortSignal }): PromiseLike<unknown>
}

/** The package's name for a task, for `doStatus`. */
export type Operation = { [name: string]: string }

export type Opened = {
  settings: SdkSettings
  /** Our connections to the vendor's own address. */
  fetch: typeof globalThis.fetch
}

/** What tells one vendor's videos from another's. */
export type VideoVendor = {
  /** The package's model, for which it is loaded. */
  open(opened: Opened, modelId: string): Promise<VendorModel>
  /** Where its tasks are, with the whole prefix. */
  addressOf(settings: SdkSettings): string
  /** Whether frames go as links where there are any, or always as bytes. */
  frames: 'links' | 'bytes'
  /** The vendor's own id of the model for such a call: some have one more for films that begin with a picture. */
  modelFor(call: VideoCall, frames: Frames): string
  write(call: VideoCall, frames: Frames): StartOptions
  /** What has to be kept of an operation to find it again, be it at another address; null: it cannot be read. */
  nameOf(operation: unknown): string | null
  operationOf(name: string, settings: SdkSettings): Operation
  /** The name of the task that the body of a callback speaks of; null: it speaks of none. Absent: there are no callbacks. */
  nameIn?(callback: unknown, model: string): string | null
  /** Asked before the package is, where the vendor tells apart what the package does not; null: ask the package. */
  waits?(name: string, opened: Opened, signal: AbortSignal): Promise<VideoStatus | null>
  /** The answer to the package's question, of which the package itself passes on less. Null: it says nothing of a task. */
  read(answer: unknown, settings: SdkSettings): VideoStatus | null
  /** Absent: nothing can be stopped there. */
  cancel?(name: string, opened: Opened, signal: AbortSignal): Promise<'gone' | 'runs'>
  /** A refusal of the question for a result is the result of a task that is over. */
  endsInRefusals: boolean
}
