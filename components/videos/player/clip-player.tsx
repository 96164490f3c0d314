'use client'

import { Pause, Play, StepBack, StepForward, Volume2, VolumeX } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Slider } from '@/components/ui/slider'
import type { VideoRecord } from '@/lib/videos/schema'
import { useSteadyLink } from '../history/use-steady-link'
import { usePlayback } from './use-playback'

type ClipPlayerProps = { record: VideoRecord; url: string }

/** Plays a clip, and stops at every frame of it: space plays, the arrows step. */
export function ClipPlayer({ record, url }: ClipPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setMuted] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const { link } = useSteadyLink(url)
  const { isPlaying, at, length, frame, frames, frameSeconds, seek, step, toggle, events } = usePlayback(
    video,
    record.fps,
  )
  function press(event: KeyboardEvent) {
    const isOnButton = event.target instanceof Element && event.target.closest('button')
    if (event.key === 'ArrowLeft' && !isSlider(event.target)) step(-1)
    else if (event.key === 'ArrowRight' && !isSlider(event.target)) step(1)
    else if (event.key === ' ' && !isOnButton) toggle()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside the buttons that do the same
    <div className="flex min-w-0 flex-col bg-sunken sm:rounded-l-xl md:min-h-0" onKeyDown={press}>
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
          muted={isMuted}
          hidden={isBroken}
          aria-label={record.prompt.slice(0, 200)}
          className="max-h-[min(70dvh,100%)] max-w-full object-contain max-md:max-h-[45dvh]"
          onClick={toggle}
          onError={() => setBroken(true)}
          {...events}
        />
      </div>
      <div className="flex flex-col gap-1 border-t border-line bg-surface px-4 py-2.5 sm:rounded-bl-xl">
        <Slider
          aria-label="Position"
          min={0}
          max={Math.max(length, frameSeconds)}
          step={frameSeconds}
          value={Math.min(at, length)}
          onValueChange={seek}
        />
        <div className="flex items-center gap-1">
          <Button variant="ghost" size="icon" aria-label="Previous frame" onClick={() => step(-1)}>
            <StepBack aria-hidden="true" />
          </Button>
          <Button variant="ghost" size="icon" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
            {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          </Button>
          <Button variant="ghost" size="icon" aria-label="Next frame" onClick={() => step(1)}>
            <StepForward aria-hidden="true" />
          </Button>
          <p className="ml-2 text-xs text-muted tabular-nums">
            {at.toFixed(2)} / {length.toFixed(2)} s
            <span className="ml-2 text-faint max-sm:hidden">
              frame {Math.min(frame, frames)} of {frames}
            </span>
          </p>
          {record.settings.generate_audio && (
            <Button
              variant="ghost"
              size="icon"
              className="ml-auto"
              aria-label={isMuted ? 'Sound on' : 'Sound off'}
              onClick={() => setMuted((before) => !before)}
            >
              {isMuted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

function isSlider(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role=slider]') !== null
}
