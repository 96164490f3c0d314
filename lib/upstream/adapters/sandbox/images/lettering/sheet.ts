/** The room of a whole picture in drawing units, and how many pixels one of them is. */
export type Sheet = { width: number; height: number; pixelsPerUnit: number }
