import { type RefObject, useEffect, useRef, useState } from 'react'

export type CameraState = 'asking' | 'on' | 'off'

/** The front camera, shown in a video element; let go of when the page is left. */
export function useCamera(): { video: RefObject<HTMLVideoElement | null>; state: CameraState } {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('asking')
  useEffect(() => {
    let stream: MediaStream | undefined
    let isLeft = false
    async function start() {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 960 } },
        })
        if (isLeft || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        setState('on')
      } catch {
        setState('off')
      }
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    start()
    return () => {
      isLeft = true
      stop()
    }
  }, [])
  return { video, state }
}
