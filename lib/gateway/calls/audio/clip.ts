/** What the header of an audio file says. */
export type Clip = {
  seconds: number
  fileName: string
  /** Whether the file has a header of a known format. */
  isSound: boolean
}

/** A common bit rate, assumed for a file that cannot be read. */
const BYTES_PER_SECOND = 16_000
/** No encoding needs more per second: a header that claims a shorter duration is not believed. */
const MOST_BYTES_PER_SECOND = 2_400_000
/** Limits the search for a header: searching a whole file would block other requests. */
const MOST_READ_BYTES = 1024 * 1024
const MOST_READS = 500
const PACKETS_FOR_RATE = 100

const endings: Readonly<Record<string, string>> = {
  'audio/mpeg': '.mp3',
  'audio/wav': '.wav',
  'audio/flac': '.flac',
  'audio/aac': '.aac',
  'application/ogg': '.ogg',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
}

/** Reads a file's duration and type. Never fails: the duration of an unreadable file is estimated from its size. */
export async function readClip(file: File): Promise<Clip> {
  const found = await readHead(file).catch(() => undefined)
  const seconds = found?.seconds || file.size / BYTES_PER_SECOND
  const hasEnding = /\.\w{2,5}$/.test(file.name)
  return {
    seconds: Math.max(seconds, file.size / MOST_BYTES_PER_SECOND),
    isSound: found !== undefined,
    fileName: hasEnding || found === undefined ? file.name : `${file.name || 'audio'}${found.ending}`,
  }
}

async function readHead(file: File): Promise<{ seconds: number; ending: string } | undefined> {
  const { ALL_FORMATS, CustomSource, Input } = await import('mediabunny')
  let [bytesLeft, readsLeft] = [MOST_READ_BYTES, MOST_READS]
  const source = new CustomSource({
    getSize: () => file.size,
    async read(start, end) {
      bytesLeft -= end - start
      readsLeft -= 1
      if (bytesLeft < 0 || readsLeft < 0) throw new RangeError('there is no head')
      return new Uint8Array(await file.slice(start, end).arrayBuffer())
    },
    prefetchProfile: 'fileSystem',
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ source, formats: ALL_FORMATS })
  try {
    const ending = endings[(await input.getFormat()).mimeType] ?? ''
    const track = await input.getPrimaryAudioTrack()
    if (track === null) return undefined
    const declared = await track.getDurationFromMetadata()
    const seconds =
      declared ?? (file.size * 8) / (await track.computePacketStats(PACKETS_FOR_RATE)).averageBitrate
    return Number.isFinite(seconds) ? { seconds, ending } : undefined
  } finally {
    input.dispose()
  }
}
