import sharp from 'sharp'

/**
 * One thread for a picture, so that drawing does not crowd out requests on small machines, and no cache of what was
 * drawn: no picture is made twice.
 */
export function restrainSharp(): void {
  sharp.concurrency(1)
  sharp.cache(false)
}
