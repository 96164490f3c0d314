/** What a file of sound is, as far as its head tells. */
export type Clip = { seconds: number; fileName: string }

/** Of a file that cannot be read; most are packed about so. */
const BYTES_PER_SECOND = 16_000
/** Nothing is packed so badly that a second of it takes more: a head that says less is not believed. */
const MOST_BYTES_PER_SECOND = 2_400_000
/** Of a file, for its head: whoever looks for one in a file that has none would keep everybody waiting. */
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

/** Never fails: what cannot be read is taken for as long as most files of its size are. */
export async function readClip(file: File): Promise<Clip> {
  const found = await readHead(file).catch(() => undefined)
  const seconds = found?.seconds || file.size / BYTES_PER_SECOND
  const hasEnding = /\.\w{2,5}$/.test(file.name)
  return {
    seconds: Math.max(seconds, file.size / MOST_BYTES_PER_SECOND),
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
    const told = await track.getDurationFromMetadata()
    const seconds =
      told ?? (file.size * 8) / (await track.computePacketStats(PACKETS_FOR_RATE)).averageBitrate
    return Number.isFinite(seconds) ? { seconds, ending } : undefined
  } finally {
    input.dispose()
  }
}
