-- A histogram is one large number with twelve decimal digits per bucket, the first bucket lowest, so `+` and `sum` add
-- histograms. Bucket 1 counts values below 2^(1/8), each further one values up to 2^(1/8) times larger, which gives percentiles
-- within 5 % of their value. Latencies are in milliseconds, throughputs in sixteenths of a token per second.
--
-- The price: the number is unreadable in the table (only lib/money/usage/traffic.ts unpacks it), and a bucket must stay below a
-- trillion. The reason: PostgreSQL adds arrays only by a function per row or by unnesting. Over 100,000 rollups with 90 buckets one
-- sum took 0.2 s as numbers, and 10 s as bigint[], both with an aggregate in PL/pgSQL and with `unnest`. A rollup takes 116 bytes
-- as a number, 747 as an array.
CREATE OR REPLACE FUNCTION usage_histogram_place(value double precision) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 1 + least(floor(ln(greatest(value, 1)) * 11.541560327111708 + 1e-9), 239)::integer
$$;

-- The histogram of one value. With this cast to text the planner knows the expression to be immutable and inlines the call
-- (`text || integer` is not immutable); without inlining it took five times as long.
CREATE OR REPLACE FUNCTION usage_histogram(value double precision) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('1e' || (12 * (usage_histogram_place(value) - 1))::text)::numeric
$$;
