-- A seller is at home in the country whose tax applies there. These territories have codes of their own.
UPDATE tenants SET settings = jsonb_set(settings::jsonb, '{homeAddress}', (settings::jsonb -> 'homeAddress') || '{"country": "FR", "state": "MC"}')::json
WHERE settings -> 'homeAddress' ->> 'country' = 'MC';
UPDATE tenants SET settings = jsonb_set(settings::jsonb, '{homeAddress}', (settings::jsonb -> 'homeAddress') || '{"country": "GB", "state": "IM"}')::json
WHERE settings -> 'homeAddress' ->> 'country' = 'IM';
UPDATE tenants SET settings = jsonb_set(settings::jsonb, '{homeAddress}', (settings::jsonb -> 'homeAddress') || '{"country": "US", "state": "PR"}')::json
WHERE settings -> 'homeAddress' ->> 'country' = 'PR';
