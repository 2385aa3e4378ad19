-- What a look at a bank's file shows is made once, when the file comes, and not at each look: the file may have 50,000 lines. A file
-- that came before, or to a node of the version before, has none and is sent again.
alter table file_previews add column summary jsonb;
