/** The usage rows that a statement has just booked: its CTEs `fresh` and `again`. */
export const bookedRowsSql = '(SELECT * FROM fresh UNION ALL SELECT * FROM again)'
