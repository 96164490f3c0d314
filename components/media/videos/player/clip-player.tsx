'use client'

import {
  Maximize,
  Minimize,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
  Volume2,
  VolumeX,
} from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Slider } from '@/components/ui/slider'
import type { VideoRecord } from '@/lib/media/videos/schema'
import { cutText } from '@/lib/platform/escape'
import { useSteadyLink } from '../history'

type ClipPlayerProps = {
  record: VideoRecord
  url: string
  /** Opens the previous and next video; null if there is none. */
  turns: Turns
}

type Turns = { previous: (() => void) | null; next: (() => void) | null }

/** A player that steps by frames. Space plays, the arrow keys step. */
export function ClipPlayer({ record, url, turns }: ClipPlayerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [volume, setVolume] = useState(1)
  const [isBroken, setBroken] = useState(false)
  const { link } = useSteadyLink(url)
  const playback = usePlayback(video, record.fps)
  const { step, toggle, events } = playback
  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowLeft' && !isOn(event, '[type=range]')) step(-1)
    else if (event.key === 'ArrowRight' && !isOn(event, '[type=range]')) step(1)
    else if (event.key === ' ' && !isOn(event, 'button')) toggle()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside the buttons that do the same
    <div ref={frame} className="flex min-w-0 flex-col bg-muted sm:rounded-l-xl md:min-h-0" onKeyDown={press}>
      <div className="grid min-h-48 flex-1 place-items-center overflow-hidden">
        {isBroken && (
          <Alert tone="danger" className="m-6">
            The video could not be loaded.
          </Alert>
        )}
        <video
          ref={video}
          src={link}
          autoPlay
          loop
          playsInline
          hidden={isBroken}
          aria-label={cutText(record.prompt, 200)}
          className="max-h-[min(70dvh,100%)] max-w-full object-contain max-md:max-h-[45dvh] in-[:fullscreen]:max-h-full"
          onClick={toggle}
          onError={() => setBroken(true)}
          {...events}
        />
      </div>
      <ClipControls
        playback={playback}
        hasSound={record.settings.generate_audio}
        volume={volume}
        onVolume={(next) => {
          if (video.current) video.current.volume = next
          setVolume(next)
        }}
        turns={turns}
        frameRef={frame}
      />
    </div>
  )
}

function isOn({ target }: KeyboardEvent, what: string): boolean {
  return target instanceof Element && target.closest(what) !== null
}

type ClipControlsProps = {
  playback: Playback
  hasSound: boolean
  /** 0 to 1. */
  volume: number
  onVolume: (volume: number) => void
  turns: Turns
  /** The element that fills the screen. */
  frameRef: RefObject<HTMLElement | null>
}

/** The position of the clip, and the controls. */
function ClipControls({ playback, hasSound, volume, onVolume, turns, frameRef }: ClipControlsProps) {
  const { isPlaying, at, length, frame, frames, frameSeconds, seek, step, toggle } = playback
  return (
    <div className="flex flex-col gap-1 border-t border-border bg-card px-4 py-2.5 sm:rounded-bl-xl">
      <Slider
        aria-label="Position"
        min={0}
        max={Math.max(length, frameSeconds)}
        step={frameSeconds}
        value={Math.min(at, length)}
        onValueChange={seek}
      />
      <div className="flex flex-wrap items-center gap-1">
        <Control label="Previous video" onPress={turns.previous}>
          <SkipBack aria-hidden="true" />
        </Control>
        <Control label="Previous frame" onPress={() => step(-1)}>
          <StepBack aria-hidden="true" />
        </Control>
        <Control label={isPlaying ? 'Pause' : 'Play'} onPress={toggle}>
          {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </Control>
        <Control label="Next frame" onPress={() => step(1)}>
          <StepForward aria-hidden="true" />
        </Control>
        <Control label="Next video" onPress={turns.next}>
          <SkipForward aria-hidden="true" />
        </Control>
        <p className="ml-2 text-xs text-muted-foreground tabular-nums">
          {at.toFixed(2)} / {length.toFixed(2)} s
          <span className="ml-2 text-faint-foreground max-sm:hidden">
            frame {frame} of {frames}
          </span>
        </p>
        <div className="ml-auto flex items-center gap-1">
          {hasSound && (
            <>
              <Control
                label={volume === 0 ? 'Unmute' : 'Mute'}
                onPress={() => onVolume(volume === 0 ? 1 : 0)}
              >
                {volume === 0 ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
              </Control>
              <Slider
                aria-label="Volume"
                className="w-20 max-sm:hidden"
                min={0}
                max={1}
                step={0.05}
                value={volume}
                onValueChange={onVolume}
              />
            </>
          )}
          <FullscreenControl frameRef={frameRef} />
        </div>
      </div>
    </div>
  )
}

/** Hidden if the browser does not support it (iPhones use their own player). */
function FullscreenControl({ frameRef }: Pick<ClipControlsProps, 'frameRef'>) {
  const isFull = useSyncExternalStore(
    onFullscreen,
    () => document.fullscreenElement !== null,
    () => false,
  )
  if (!document.fullscreenEnabled) return null
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : frameRef.current?.requestFullscreen())?.catch(() => {})
  return (
    <Control label={isFull ? 'Exit fullscreen' : 'Fullscreen'} onPress={toggle}>
      {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
    </Control>
  )
}

function onFullscreen(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Without `onPress` the button does nothing, and keeps the focus. */
type ControlProps = { label: string; onPress: (() => void) | null; children: ReactNode }

function Control({ label, onPress, children }: ControlProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      aria-disabled={onPress === null || undefined}
      onClick={() => onPress?.()}
    >
      {children}
    </Button>
  )
}

const USUAL_FPS = 24

type Video = RefObject<HTMLVideoElement | null>

type Playback = ReturnType<typeof usePlayback>

/** The state of a video element, and its controls. Times in seconds. */
function usePlayback(video: Video, fps: number | null) {
  const [isPlaying, setPlaying] = useState(false)
  const [length, setLength] = useState(0)
  const [at, setAt] = useTime(video, isPlaying)
  const frameSeconds = 1 / (fps ?? USUAL_FPS)

  const seek = useCallback(
    (seconds: number) => {
      const element = video.current
      if (!element) return
      element.pause()
      element.currentTime = Math.min(Math.max(seconds, 0), element.duration || 0)
      setAt(element.currentTime)
    },
    [video, setAt],
  )

  /** Seeks to the middle of a frame, so that rounding cannot show the one before. */
  const step = useCallback(
    (frames: number) =>
      seek((frameAt(video.current?.currentTime ?? 0, frameSeconds) + frames + 0.5) * frameSeconds),
    [video, frameSeconds, seek],
  )

  const toggle = useCallback(() => {
    const element = video.current
    if (!element) return
    if (element.paused) element.play().catch(() => setPlaying(false))
    else element.pause()
  }, [video])

  const events = {
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onSeeked: () => setAt(video.current?.currentTime ?? 0),
    onLoadedMetadata: () => setLength(video.current?.duration ?? 0),
  }
  const frames = Math.max(1, Math.round(length / frameSeconds))
  const frame = Math.min(frameAt(at, frameSeconds) + 1, frames)
  return { isPlaying, at, length, frame, frames, frameSeconds, seek, step, toggle, events }
}

/** The position of a video, updated while it plays. */
function useTime(video: Video, isPlaying: boolean) {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (!isPlaying) return
    let request = requestAnimationFrame(function follow() {
      setAt(video.current?.currentTime ?? 0)
      request = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(request)
  }, [isPlaying, video])
  return [at, setAt] as const
}

/** The number of the frame at this time, from 0. */
function frameAt(seconds: number, frameSeconds: number): number {
  return Math.floor(seconds / frameSeconds + 1e-6)
}
