import sharp from 'sharp'

// One thread for a picture, so that drawing does not crowd out requests on small machines, and no cache of what was
// drawn: no picture is made twice.
sharp.concurrency(1)
sharp.cache(false)

/** The library as this product uses it. It is heavy: only what is loaded late itself imports it (`lib/upstream/registry`). */
export { sharp }
