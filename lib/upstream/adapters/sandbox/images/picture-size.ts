/** In pixels. */
export type PictureSize = { width: number; height: number }
