<?php
// Loads the client. Composer does it by itself; without Composer, require this file.
foreach (['generated/Version', 'Errors', 'Settings', 'Sender', 'Listing', 'Resource', 'Following', 'generated/Resources', 'Cobro', 'Webhook'] as $name) {
    require_once __DIR__ . "/src/$name.php";
}
