const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
}

/** What an object without a name of its own is called when it is saved. */
export function savedName(id: string, mimeType: string): string {
  return `${id}.${extensions[mimeType] ?? 'bin'}`
}
