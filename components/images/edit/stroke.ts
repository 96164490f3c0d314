export type Point = { x: number; y: number }

/** In pixels of the source, so that zoom and screen do not matter. */
export type Stroke = { tool: 'brush' | 'eraser'; size: number; points: Point[] }
