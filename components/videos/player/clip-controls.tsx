import { Pause, Play, StepBack, StepForward, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Slider } from '@/components/ui/slider'
import type { Playback } from './use-playback'

type ClipControlsProps = {
  playback: Playback
  hasSound: boolean
  isMuted: boolean
  onMute: (isMuted: boolean) => void
}

/** Where the clip is, and the buttons that move it. */
export function ClipControls({ playback, hasSound, isMuted, onMute }: ClipControlsProps) {
  const { isPlaying, at, length, frame, frames, frameSeconds, seek, step, toggle } = playback
  return (
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
        <Control label="Previous frame" onPress={() => step(-1)}>
          <StepBack aria-hidden="true" />
        </Control>
        <Control label={isPlaying ? 'Pause' : 'Play'} onPress={toggle}>
          {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </Control>
        <Control label="Next frame" onPress={() => step(1)}>
          <StepForward aria-hidden="true" />
        </Control>
        <p className="ml-2 text-xs text-muted tabular-nums">
          {at.toFixed(2)} / {length.toFixed(2)} s
          <span className="ml-2 text-faint max-sm:hidden">
            frame {frame} of {frames}
          </span>
        </p>
        {hasSound && (
          <Control
            label={isMuted ? 'Sound on' : 'Sound off'}
            className="ml-auto"
            onPress={() => onMute(!isMuted)}
          >
            {isMuted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
          </Control>
        )}
      </div>
    </div>
  )
}

type ControlProps = { label: string; className?: string; onPress: () => void; children: ReactNode }

function Control({ label, className, onPress, children }: ControlProps) {
  return (
    <Button variant="ghost" size="icon" className={className} aria-label={label} onClick={onPress}>
      {children}
    </Button>
  )
}
