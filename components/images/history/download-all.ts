const PAUSE_MILLIS = 400

/** Saves pictures one after the other; at once, browsers would let only the last of them through. */
export async function downloadAll(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const link = document.createElement('a')
    link.href = `${url}?download=1`
    link.download = ''
    document.body.append(link)
    link.click()
    link.remove()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLIS))
  }
}
