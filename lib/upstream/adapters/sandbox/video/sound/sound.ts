/** Two channels of samples between -1 and 1, of equal length. */
export type Sound = { left: Float32Array; right: Float32Array; sampleRate: number }
