/** Whether a browser shows or saves a file, and under which name (RFC 6266). */
export function contentDisposition(fileName: string, isDownload: boolean): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const name = plain === fileName ? `filename="${plain}"` : `filename="${plain}"; filename*=UTF-8''${exact}`
  return `${isDownload ? 'attachment' : 'inline'}; ${name}`
}
