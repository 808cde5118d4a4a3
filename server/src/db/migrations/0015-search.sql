-- LIST-11: the words that the search finds an auction by are stored beside the text of the seller.

-- In lower case and without accents. The letters å, ä and ö are kept.
create function plain_text(text) returns text
  language sql immutable strict parallel safe
  return translate(
    regexp_replace(
      normalize(
        translate(lower(normalize($1, NFC) collate "sv-x-icu"), 'åäö', E'\x01\x02\x03'),
        NFD
      ),
      E'[\u0300-\u036f]', '', 'g'
    ),
    E'\x01\x02\x03', 'åäö'
  );

-- The words of a plain text: its sequences of letters and digits.
create function words_of(plain text) returns text[]
  language sql immutable strict parallel safe
  return string_to_array(
    regexp_replace(plain collate "sv-x-icu", '[^[:alnum:]]+', ' ', 'g'), ' '
  );

-- «CX-5» as «cx5».
create function joined(plain text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(plain collate "sv-x-icu", '[^[:alnum:]]+', '', 'g');

-- «v60» as «v 60».
create function parted(plain text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    regexp_replace(plain collate "sv-x-icu", '([[:digit:]])([[:alpha:]])', '\1 \2', 'g'),
    '([[:alpha:]])([[:digit:]])', '\1 \2', 'g'
  );

-- Names are stored also joined and parted, because people write them in both ways. Of a number, each suffix is stored,
-- because people search for its last characters. A search with «a» and «o» finds «å», «ä» and «ö» too, so all words are
-- stored with and without them.
create function search_words(
  number text, registration_number text, chassis_number text, manufacturer text, model text, description text
) returns tsvector
  language plpgsql immutable strict parallel safe as $$
declare
  name text := plain_text(manufacturer || ' ' || model);
  found text[] := words_of(name) || words_of(parted(name)) || words_of(plain_text(description));
  part text;
  code text;
begin
  foreach part in array array[name, plain_text(model)] || string_to_array(name, ' ') loop
    found := found || joined(part);
  end loop;
  foreach part in array array[number, registration_number, chassis_number] loop
    code := left(joined(plain_text(part)), 60);
    for place in 1 .. greatest(1, length(code) - 1) loop
      found := found || substr(code, place);
    end loop;
  end loop;
  found := found || string_to_array(translate(array_to_string(found, ' '), 'åäö', 'aao'), ' ');
  return array_to_tsvector(array(select left(word, 60) from unnest(found) as word where word <> ''));
end $$;

-- Each word of the input must be the beginning of one of the auction's words; a single character must be the whole
-- word. Null if the input has no words.
create function search_query(written text) returns tsquery
  language sql immutable strict parallel safe
  return (
    select string_agg(case length(word) when 1 then word else left(word, 60) || ':*' end, ' & ')::tsquery
    from unnest(words_of(plain_text(written))) as word
    where word <> ''
  );

alter table auctions add column words tsvector not null generated always as (
  search_words(number, registration_number, chassis_number, manufacturer, model, description)
) stored;
create index auctions_find_words on auctions using gin (words);
-- LIST-12: for filters by a part of a text.
create index auctions_find_model on auctions using gin (searchable(model) gin_trgm_ops);
create index auctions_find_staging on auctions using gin (searchable(staging_area_name) gin_trgm_ops);
